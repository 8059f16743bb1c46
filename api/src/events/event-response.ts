import type { TidelineEvent } from '@tideline/sdk/types'

export interface EventRow {
  event_id: string
  type: string
  occurred_at: Date
  data: unknown
}

/** Formats an event. Lists and webhooks return exactly this format. */
export const toEventResponse = (row: EventRow): TidelineEvent =>
  ({
    id: `evt_${row.event_id.replaceAll('-', '')}`,
    type: row.type,
    occurredAt: row.occurred_at.toISOString(),
    data: row.data,
  }) as TidelineEvent
