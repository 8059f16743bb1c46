import type { AdminWebhookDelivery, AdminWebhookEndpoint } from '@tideline/sdk'
import { zEventType } from '@tideline/sdk/zod'

export const deliveryLabels: Record<AdminWebhookDelivery['state'], string> = {
  waiting: 'Waiting',
  delivered: 'Taken',
  failed: 'Failed',
}

export const endpointStatusLooks = { On: 'done', Failing: 'bad', Deactivated: 'over' } as const

/** Returns the status of a webhook endpoint. */
export const getEndpointStatus = ({
  isActive,
  failingSince,
}: AdminWebhookEndpoint): keyof typeof endpointStatusLooks =>
  isActive ? (failingSince ? 'Failing' : 'On') : 'Deactivated'

/** All event types except the test event, which cannot be subscribed to. */
export const typeChoices = zEventType.options.filter((id) => id !== 'webhook.test').map((id) => ({ id, name: id }))
