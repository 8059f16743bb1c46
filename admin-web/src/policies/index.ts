import { FileText } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const policiesResource: BackOfficeResource = {
  name: 'policies',
  position: 1,
  operation: 'listAdminPolicies',
  label: 'Policies',
  group: 'Policies',
  icon: FileText,
  list: lazy(async () => ({ default: (await import('./List.tsx')).PolicyList })),
  // react-admin calls the page at `/policies/RFL3000102` the edit page.
  edit: lazy(() => import('./Show.tsx')),
  preview: lazy(() => import('./PolicyPreview.tsx')),
  recordRepresentation: (record: { policyNo?: string }) => record.policyNo ?? '',
}
