import { MailWarning } from 'lucide-react'
import { createElement, lazy } from 'react'
import { Route } from 'react-router'
import type { BackOfficeResource } from '../kit/resource.ts'

const NoticePage = lazy(() => import('./Show.tsx'))

export const cancellationNoticesResource: BackOfficeResource = {
  name: 'cancellation-notices',
  collection: 'cancellationNotices',
  position: 12,
  operation: 'listAdminCancellationNotices',
  label: 'Cancellation Notices',
  group: 'Money',
  icon: MailWarning,
  list: lazy(() => import('./List.tsx')),
  children: [createElement(Route, { key: 'one', path: ':noticeId', element: createElement(NoticePage) })],
}
