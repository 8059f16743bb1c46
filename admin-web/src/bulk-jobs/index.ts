import { ListChecks } from 'lucide-react'
import { createElement, lazy } from 'react'
import { Route } from 'react-router'
import type { BackOfficeResource } from '../kit/resource.ts'

const List = lazy(() => import('./List.tsx'))
const Job = lazy(() => import('./Show.tsx'))

/** Pages for the user's bulk jobs. They need a role that can open the policies list, where jobs are started. */
export const bulkJobsResource: BackOfficeResource = {
  name: 'jobs',
  position: 1.5,
  operation: 'listAdminPolicies',
  label: 'Jobs',
  group: 'Policies',
  icon: ListChecks,
  children: [
    createElement(Route, { key: 'all', index: true, element: createElement(List) }),
    createElement(Route, { key: 'one', path: ':id', element: createElement(Job) }),
  ],
}
