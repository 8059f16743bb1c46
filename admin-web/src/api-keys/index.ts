import { KeyRound } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const apiKeysResource: BackOfficeResource = {
  name: 'apiKeys',
  position: 14,
  operation: 'listAdminApiKeys',
  label: 'API Keys',
  group: 'Administration',
  icon: KeyRound,
  list: lazy(() => import('./List.tsx')),
  show: lazy(() => import('./Show.tsx')),
  create: lazy(() => import('./Form.tsx')),
}
