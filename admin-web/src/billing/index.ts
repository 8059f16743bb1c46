import { lazy } from 'react'
import type { BackOfficeResource } from '../resource.ts'

export const payments: BackOfficeResource = {
  name: 'billing/payments',
  collection: 'payments',
  role: 'financeadmin',
  label: 'Billing: Payments',
  list: lazy(() => import('./PaymentList.tsx')),
}
