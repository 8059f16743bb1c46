import { hasDemoAccounts } from '../accounts/demo-accounts.ts'
import type { Operations } from '../generated/operations.ts'
import { ApiError, createConflictError } from '../http/api-error.ts'
import { type Ctx, getWallClockTime } from '../http/context.ts'
import { requireSandbox } from './advance-clock.ts'

type SandboxReset = Operations['resetSandbox']['response']['payload']

/** Duration of a reset on a machine with two processors, in seconds. */
const typicalSeconds = '30'

/** Returns the error for requests during a reset (API-16). */
export const createResettingError = () =>
  new ApiError({
    code: 'unavailable',
    message: 'The sandbox is being reset. Please try again in a minute.',
    headers: { 'Retry-After': typicalSeconds },
  })

/**
 * Replaces all data of the sandbox with a new demo book (API-15).
 * @throws {ApiError} 404 if this server is not a sandbox; 409 if its database has no demo book, or if the clock is
 * advancing or another request is resetting the sandbox
 */
export async function resetSandbox(ctx: Ctx): Promise<SandboxReset> {
  const sandbox = requireSandbox(ctx)
  // Demo accounts have a public password, so they are never added to other data.
  if (!(await hasDemoAccounts(ctx.db)))
    throw createConflictError('no_demo_book', 'This sandbox does not contain the demo book, so it cannot be reset.')
  const now = getWallClockTime(ctx).toISOString()
  return { now, policyCount: await sandbox.reset(ctx) }
}
