import { lazy } from 'react'
import type { BackOfficeResource } from '../resource.ts'

const form = () => import('./OverrideForm.tsx')

export const overrides: BackOfficeResource = {
  name: 'overrides',
  collection: 'commissionOverrides',
  role: 'commissionAdmin',
  label: 'Commission Overrides',
  list: lazy(() => import('./OverrideList.tsx')),
  edit: lazy(async () => ({ default: (await form()).OverrideEdit })),
  create: lazy(async () => ({ default: (await form()).OverrideCreate })),
}
