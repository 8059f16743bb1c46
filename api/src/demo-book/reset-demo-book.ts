import { setTimeout } from 'node:timers/promises'
import { writeAuditEntry } from '../audit/audit.ts'
import { isDatabaseBusy } from '../db/availability.ts'
import { type Ctx, getWallClockTime } from '../http/context.ts'
import type { JobDependencies } from '../jobs/job-context.ts'
import { getLastEventPosition, numberEventsAfterGap } from '../outbox/number-events.ts'
import { deleteSandboxData } from '../sandbox/delete-sandbox-data.ts'
import { rejectRequests, withSandboxLock } from '../sandbox/sandbox-lock.ts'
import { loadDemoBook } from './demo-book.ts'

/** How often a reset is tried while earlier requests hold locks on tables. New requests are rejected in the meantime. */
const maxAttempts = 5
const retryDelayMs = 500

/**
 * Replaces all data with a new demo book, in one transaction (API-15). Its dates are relative to the real time. If the
 * process is killed, nothing changes.
 * @returns the number of policies
 * @throws {ApiError} 409 if the clock is advancing or the sandbox is being reset
 */
export const resetDemoBook = (parts: JobDependencies, ctx: Ctx): Promise<number> =>
  withSandboxLock(parts.database.pool, async (client) => {
    await rejectRequests(client)
    const now = getWallClockTime(ctx)
    for (let attempt = 1; ; attempt++) {
      try {
        return await replaceData(parts, { ...ctx, now })
      } catch (problem) {
        if (attempt === maxAttempts || !isDatabaseBusy(problem)) throw problem
        await setTimeout(retryDelayMs)
      }
    }
  })

async function replaceData(parts: JobDependencies, ctx: Ctx): Promise<number> {
  let lastPosition = 0
  return loadDemoBook(parts, ctx.now, {
    before: async (trx) => {
      lastPosition = await getLastEventPosition(trx)
      await deleteSandboxData(trx)
    },
    after: async (trx) => {
      await numberEventsAfterGap(trx, lastPosition)
      await writeAuditEntry({ ...ctx, db: trx }, { action: 'sandbox.reset', entity: 'sandbox', entityId: 'sandbox' })
    },
  })
}
