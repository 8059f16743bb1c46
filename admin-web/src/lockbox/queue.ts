import type { LockboxItemPage } from '@tideline/sdk'
import { listUnappliedChecksOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import { getPayload } from '../kit/get-payload.ts'

/** The query for the first 200 unapplied checks, in processing order. */
export const checkQueueQuery = {
  ...listUnappliedChecksOptions({ client: api.client, body: { take: 200 } }),
  select: getPayload<LockboxItemPage>,
}

/**
 * Returns the next check in the queue. After the last check, returns the first. Returns undefined if there is no other
 * check.
 */
export function getNextCheckId(ids: readonly string[], id: string): string | undefined {
  const at = ids.indexOf(id)
  return ids.slice(at + 1).find((other) => other !== id) ?? ids.find((other) => other !== id)
}
