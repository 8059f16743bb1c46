import { Webhook } from 'lucide-react'
import { lazy } from 'react'
import type { BackOfficeResource } from '../kit/resource.ts'

const forms = () => import('./Form.tsx')

export const webhookEndpointsResource: BackOfficeResource = {
  name: 'webhookEndpoints',
  position: 15,
  operation: 'listAdminWebhookEndpoints',
  label: 'Webhooks',
  group: 'Administration',
  icon: Webhook,
  list: lazy(() => import('./List.tsx')),
  edit: lazy(async () => ({ default: (await forms()).EndpointEdit })),
  create: lazy(async () => ({ default: (await forms()).EndpointCreate })),
}
