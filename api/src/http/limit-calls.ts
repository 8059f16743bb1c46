import { runAsCaller } from '../db/fair-pool.ts'
import { ApiError } from './api-error.ts'

/** Calls that one caller may have open at a time, running or queued for a database connection. */
export const maxOpenCalls = 100

/**
 * Limits the calls that each caller has open in this process. What a page sends at once is queued by the connection pool, which
 * gives a caller at most half of its connections; only a caller far beyond that is rejected.
 * @throws Refusal 429 with Retry-After beyond `maxOpenCalls`
 */
export function createCallLimit() {
  const open = new Map<string, number>()
  return async (caller: string, call: () => Promise<void>): Promise<void> => {
    const others = open.get(caller) ?? 0
    if (others >= maxOpenCalls)
      throw new ApiError({
        code: 'too_many_requests',
        message: `You have ${maxOpenCalls} requests in progress. Please wait for their responses.`,
        headers: { 'Retry-After': '1' },
      })
    open.set(caller, others + 1)
    try {
      await runAsCaller(caller, call)
    } finally {
      const left = (open.get(caller) ?? 1) - 1
      if (left === 0) open.delete(caller)
      else open.set(caller, left)
    }
  }
}
