import { queryOptions } from '@tanstack/react-query'
import { listUnappliedChecks } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'

/** Query key for the first 200 unapplied checks, in processing order. */
export const checkQueueKey = ['lockbox', 'queue']
export const checkQueueQuery = queryOptions({
  queryKey: checkQueueKey,
  queryFn: async () => (await api.call(listUnappliedChecks, { body: { take: 200 } })).payload,
})

/**
 * Returns the next check in the queue, or the first one after the last. Returns undefined if there is no other check.
 */
export function getNextCheckId(ids: readonly string[], id: string): string | undefined {
  const at = ids.indexOf(id)
  return ids.slice(at + 1).find((other) => other !== id) ?? ids.find((other) => other !== id)
}
