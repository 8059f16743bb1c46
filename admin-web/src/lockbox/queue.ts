import { queryOptions } from '@tanstack/react-query'
import { listUnappliedChecks } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'

/** The checks that wait for staff, in the order in which they are worked on; the first two hundred. */
export const queueKey = ['lockbox', 'queue']
export const queue = queryOptions({
  queryKey: queueKey,
  queryFn: async () => (await api.call(listUnappliedChecks, { body: { take: 200 } })).payload,
})

/** The check after this one, the first where there is none after it; undefined where no other waits. */
export function nextAfter(ids: readonly string[], id: string): string | undefined {
  const at = ids.indexOf(id)
  return ids.slice(at + 1).find((other) => other !== id) ?? ids.find((other) => other !== id)
}
