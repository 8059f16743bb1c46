import { lazy } from 'react'
import type { BackOfficeResource } from '../resource.ts'

const screens = () => import('./Overrides.tsx')

export const overrides: BackOfficeResource = {
  name: 'overrides',
  collection: 'commissionOverrides',
  place: 3,
  role: 'commissionAdmin',
  label: 'Commission Overrides',
  list: lazy(async () => ({ default: (await screens()).OverrideList })),
  edit: lazy(async () => ({ default: (await screens()).OverrideEdit })),
  create: lazy(async () => ({ default: (await screens()).OverrideCreate })),
}
