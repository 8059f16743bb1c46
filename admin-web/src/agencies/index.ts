import { Building2 } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const agenciesResource: BackOfficeResource = {
  name: 'agencies',
  position: 9,
  role: 'internal',
  label: 'Agencies',
  group: 'Agencies',
  icon: Building2,
  list: lazy(() => import('./AgencyList.tsx')),
  show: lazy(() => import('./AgencyShow.tsx')),
  edit: lazy(() => import('./AgencyEdit.tsx')),
  create: lazy(() => import('./AgencyCreate.tsx')),
  recordRepresentation: (record: { company?: string }) => record.company ?? '',
}
