import { Inbox } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const lockboxResource: BackOfficeResource = {
  name: 'lockbox-reprocessing',
  collection: 'lockboxItems',
  position: 6,
  operation: 'listAdminLockboxItems',
  label: 'Lockbox Adjustments',
  group: 'Money',
  icon: Inbox,
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
}
