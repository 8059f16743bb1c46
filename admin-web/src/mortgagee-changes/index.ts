import { House } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const mortgageeChangesResource: BackOfficeResource = {
  name: 'mortgagee-changes',
  collection: 'mortgageeChanges',
  position: 12.7,
  operation: 'listAdminMortgageeChanges',
  label: 'Mortgagee Changes',
  group: 'Policies',
  icon: House,
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
}
