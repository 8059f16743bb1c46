import { KeyRound } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

export const apiKeysResource: BackOfficeResource = {
  name: 'apiKeys',
  position: 14,
  role: 'superuser',
  label: 'API Keys',
  group: 'Administration',
  icon: KeyRound,
  list: lazy(() => import('./KeyList.tsx')),
  show: lazy(() => import('./KeyShow.tsx')),
  create: lazy(() => import('./KeyCreate.tsx')),
}
