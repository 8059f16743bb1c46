import { lazy } from 'react'
import type { BackOfficeResource } from '../resource.ts'

const screens = () => import('./Imports.tsx')

export const imports: BackOfficeResource = {
  name: 'importJobs',
  place: 13,
  role: 'internal',
  label: 'Imports',
  list: lazy(async () => ({ default: (await screens()).ImportList })),
  show: lazy(async () => ({ default: (await screens()).ImportShow })),
}
