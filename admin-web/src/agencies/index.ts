import { Building2 } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

const forms = () => import('./Form.tsx')

export const agenciesResource: BackOfficeResource = {
  name: 'agencies',
  position: 9,
  operation: 'listAdminAgencies',
  label: 'Agencies',
  group: 'Agencies',
  icon: Building2,
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  edit: lazy(async () => ({ default: (await forms()).AgencyEdit })),
  create: lazy(async () => ({ default: (await forms()).AgencyCreate })),
  recordRepresentation: (record: { company?: string }) => record.company ?? '',
}
