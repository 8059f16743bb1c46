import { CreditCard } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

const forms = () => import('./Form.tsx')

export const cardFeesResource: BackOfficeResource = {
  name: 'cardFees',
  position: 11,
  operation: 'listAdminCardFees',
  label: 'Card Fees',
  group: 'Money',
  icon: CreditCard,
  list: lazy(() => import('./List.tsx')),
  edit: lazy(async () => ({ default: (await forms()).CardFeeEdit })),
  create: lazy(async () => ({ default: (await forms()).CardFeeCreate })),
}
