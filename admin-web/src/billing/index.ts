import { lazy } from 'react'
import type { BackOfficeResource } from '../resource.ts'

export const payments: BackOfficeResource = {
  name: 'billing/payments',
  collection: 'payments',
  place: 5,
  role: 'financeadmin',
  label: 'Billing: Payments',
  list: lazy(() => import('./PaymentList.tsx')),
}
