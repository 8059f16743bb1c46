import { FileUp } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const importsResource: BackOfficeResource = {
  name: 'importJobs',
  position: 13,
  operation: 'listAdminImportJobs',
  label: 'Imports',
  group: 'Operations',
  icon: FileUp,
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
}
