import { Settings2 } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../resource.ts'

export const settings: BackOfficeResource = {
  name: 'settings',
  place: 8,
  role: 'superuser',
  label: 'Settings',
  group: 'Administration',
  icon: Settings2,
  list: lazy(() => import('./SettingList.tsx')),
  edit: lazy(() => import('./SettingEdit.tsx')),
}
