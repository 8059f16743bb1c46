import type { AdminWebhookDelivery, AdminWebhookEndpoint } from '@tideline/sdk'
import { zEventType } from '@tideline/sdk/zod'

export const deliveryWords: Record<AdminWebhookDelivery['state'], string> = {
  waiting: 'Waiting',
  delivered: 'Taken',
  failed: 'Failed',
}

export const standingLooks = { On: 'done', Failing: 'bad', Deactivated: 'over' } as const

/** Whether an address takes what is sent there. */
export const standing = ({ isActive, failingSince }: AdminWebhookEndpoint): keyof typeof standingLooks =>
  isActive ? (failingSince ? 'Failing' : 'On') : 'Deactivated'

/** Every event but the test, which nobody asks for. */
export const typeChoices = zEventType.options.filter((id) => id !== 'webhook.test').map((id) => ({ id, name: id }))
