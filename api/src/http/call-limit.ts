import { runAsCaller } from '../db/fair-pool.ts'
import { ApiError } from './api-error.ts'

/** Maximum number of open calls per caller. Open calls are running or waiting for a database connection. */
export const maxOpenCalls = 100

/**
 * Limits the open calls per caller in this process. The limit is far above the number of calls that one page makes at a
 * time.
 * @throws {ApiError} 429 with Retry-After if the caller has `maxOpenCalls` open calls
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
