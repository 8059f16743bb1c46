import { CircleDollarSign } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../resource.ts'

export const payments: BackOfficeResource = {
  name: 'billing/payments',
  collection: 'payments',
  place: 5,
  role: 'financeadmin',
  label: 'Billing: Payments',
  group: 'Money',
  icon: CircleDollarSign,
  // `/billing/payments/:id` (spec 3 §2) is where react-admin has the form.
  edit: lazy(() => import('./PaymentShow.tsx')),
  list: lazy(() => import('./PaymentList.tsx')),
}
