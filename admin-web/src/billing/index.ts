import { CircleDollarSign } from 'lucide-react'
import { createElement, lazy } from 'react'
import { Route } from 'react-router'
import type { BackOfficeResource } from '../kit/resource.ts'

/** The billing pages other than the payments list. */
const pages = {
  overdue: lazy(() => import('./OverdueBalancesPage.tsx')),
  disputes: lazy(() => import('./DisputesPage.tsx')),
  stripe: lazy(() => import('./StripeReconciliationPage.tsx')),
}

export const paymentsResource: BackOfficeResource = {
  name: 'billing/payments',
  collection: 'payments',
  position: 5,
  operation: 'listAdminPayments',
  label: 'Billing: Payments',
  group: 'Money',
  icon: CircleDollarSign,
  // react-admin calls the page at `/billing/payments/:id` the edit page.
  edit: lazy(() => import('./Show.tsx')),
  preview: lazy(() => import('./Show.tsx')),
  list: lazy(() => import('./List.tsx')),
  children: Object.entries(pages).map(([path, page]) =>
    createElement(Route, { key: path, path, element: createElement(page) }),
  ),
}
