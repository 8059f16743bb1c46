import { lazy } from 'react'
import type { BackOfficeResource } from '../resource.ts'

export const settings: BackOfficeResource = {
  name: 'settings',
  place: 8,
  role: 'superuser',
  label: 'Settings',
  list: lazy(() => import('./SettingList.tsx')),
  edit: lazy(() => import('./SettingEdit.tsx')),
}
