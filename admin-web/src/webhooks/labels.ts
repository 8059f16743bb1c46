import type { AdminWebhookDelivery, AdminWebhookEndpoint } from '@tideline/sdk'
import { zEventType } from '@tideline/sdk/zod'

export const deliveryStateLabels: Record<AdminWebhookDelivery['state'], string> = {
  waiting: 'Waiting',
  delivered: 'Taken',
  failed: 'Failed',
}

export const endpointStatusTones = { On: 'done', Failing: 'failed', Deactivated: 'ended' } as const

/** Returns the status of a webhook endpoint. */
export const getEndpointStatus = ({
  isActive,
  failingSince,
}: AdminWebhookEndpoint): keyof typeof endpointStatusTones =>
  isActive ? (failingSince ? 'Failing' : 'On') : 'Deactivated'

/** All event types except the test event. Endpoints cannot subscribe to the test event. */
export const eventTypeChoices = zEventType.options.filter((id) => id !== 'webhook.test').map((id) => ({ id, name: id }))
