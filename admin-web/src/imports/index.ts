import { FileUp } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

const screens = () => import('./Imports.tsx')

export const importsResource: BackOfficeResource = {
  name: 'importJobs',
  position: 13,
  role: 'internal',
  label: 'Imports',
  group: 'Operations',
  icon: FileUp,
  list: lazy(async () => ({ default: (await screens()).ImportList })),
  show: lazy(async () => ({ default: (await screens()).ImportShow })),
}
