import { UserCheck } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const approvalsResource: BackOfficeResource = {
  name: 'approvals',
  position: 9,
  operation: 'listAdminApprovals',
  label: 'Approvals',
  group: 'Administration',
  icon: UserCheck,
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
}
