import { Settings2 } from 'lucide-react'
import { createElement, lazy } from 'react'
import { Route } from 'react-router'
import type { BackOfficeResource } from '../kit/resource.ts'

const Flags = lazy(() => import('./FeatureFlagsPage.tsx'))

export const settingsResource: BackOfficeResource = {
  name: 'settings',
  position: 8,
  operation: 'listAdminSettings',
  label: 'Settings',
  group: 'Administration',
  icon: Settings2,
  list: lazy(() => import('./List.tsx')),
  edit: lazy(() => import('./Form.tsx')),
  children: [createElement(Route, { key: 'flags', path: 'flags', element: createElement(Flags) })],
}
