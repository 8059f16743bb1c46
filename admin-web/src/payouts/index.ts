import { Landmark } from 'lucide-react'
import { createElement, lazy } from 'react'
import { Route } from 'react-router'
import type { BackOfficeResource } from '../kit/resource.ts'

const CreatePage = lazy(() => import('./Form.tsx'))
const BatchPage = lazy(() => import('./Show.tsx'))

export const payoutsResource: BackOfficeResource = {
  name: 'payouts',
  collection: 'payoutBatches',
  position: 2.5,
  operation: 'listAdminPayoutBatches',
  label: 'Payouts',
  group: 'Commissions',
  icon: Landmark,
  list: lazy(() => import('./List.tsx')),
  children: [
    createElement(Route, { key: 'new', path: 'new', element: createElement(CreatePage) }),
    createElement(Route, { key: 'one', path: ':batchId', element: createElement(BatchPage) }),
  ],
}
