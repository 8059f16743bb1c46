import { ScrollText } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const auditResource: BackOfficeResource = {
  name: 'audit',
  position: 12,
  operation: 'listAdminAudit',
  label: 'Audit Trail',
  group: 'Administration',
  icon: ScrollText,
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
}
