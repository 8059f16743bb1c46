import { CloudLightning } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

const form = () => import('./Form.tsx')

export const moratoriumsResource: BackOfficeResource = {
  name: 'moratoriums',
  position: 4,
  operation: 'listAdminMoratoriums',
  label: 'Moratoriums',
  group: 'Operations',
  icon: CloudLightning,
  list: lazy(() => import('./List.tsx')),
  edit: lazy(async () => ({ default: (await form()).MoratoriumEdit })),
  create: lazy(async () => ({ default: (await form()).MoratoriumCreate })),
}
