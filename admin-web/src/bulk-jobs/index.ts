import { ListChecks } from 'lucide-react'
import { createElement, lazy } from 'react'
import { Route } from 'react-router'
import type { BackOfficeResource } from '../resource.ts'

const screens = () => import('./BulkJobs.tsx')
const List = lazy(async () => ({ default: (await screens()).BulkJobList }))
const Job = lazy(async () => ({ default: (await screens()).BulkJobShow }))

/** One's own jobs, of those who see the list of policies, where jobs begin: pages of their own instead of a list of the back office. */
export const bulkJobs: BackOfficeResource = {
  name: 'jobs',
  place: 1.5,
  role: 'superuser',
  label: 'Jobs',
  group: 'Policies',
  icon: ListChecks,
  children: [
    createElement(Route, { key: 'all', index: true, element: createElement(List) }),
    createElement(Route, { key: 'one', path: ':id', element: createElement(Job) }),
  ],
}
