import { CreditCard } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

const screens = () => import('./CardFees.tsx')

export const cardFeesResource: BackOfficeResource = {
  name: 'cardFees',
  position: 11,
  role: 'financeadmin',
  label: 'Card Fees',
  group: 'Money',
  icon: CreditCard,
  list: lazy(async () => ({ default: (await screens()).CardFeeList })),
  edit: lazy(async () => ({ default: (await screens()).CardFeeEdit })),
  create: lazy(async () => ({ default: (await screens()).CardFeeCreate })),
}
