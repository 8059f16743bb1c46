import { Users } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

const screens = () => import('./Form.tsx')

export const accountsResource: BackOfficeResource = {
  name: 'accounts',
  position: 10,
  operation: 'listAdminAccounts',
  label: 'Accounts',
  group: 'Agencies',
  icon: Users,
  list: lazy(() => import('./List.tsx')),
  edit: lazy(async () => ({ default: (await screens()).AccountEdit })),
  create: lazy(async () => ({ default: (await screens()).AccountCreate })),
  recordRepresentation: (record: { email?: string }) => record.email ?? '',
}
