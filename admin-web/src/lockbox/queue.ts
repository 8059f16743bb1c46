import { queryOptions } from '@tanstack/react-query'
import { listUnappliedChecks } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'

/** The first 200 unapplied checks, in processing order. */
export const checkQueueKey = ['lockbox', 'queue']
export const checkQueueQuery = queryOptions({
  queryKey: checkQueueKey,
  queryFn: async () => (await api.call(listUnappliedChecks, { body: { take: 200 } })).payload,
})

/**
 * Returns the check after this one, or the first check at the end of the queue. Returns undefined when there is no
 * other check.
 */
export function getNextCheckId(ids: readonly string[], id: string): string | undefined {
  const at = ids.indexOf(id)
  return ids.slice(at + 1).find((other) => other !== id) ?? ids.find((other) => other !== id)
}
