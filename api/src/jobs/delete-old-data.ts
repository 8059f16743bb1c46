import { deleteExpiredSessions, deleteOldLoginAttempts } from '../accounts/delete-expired-sessions.ts'
import { dayMs } from '../calendar/days.ts'
import type { Ctx } from '../http/context.ts'
import { deleteExpiredResponses } from '../http/delete-stored-responses.ts'
import { deleteOldWritePositions } from '../http/read-replica.ts'
import { deleteExpiredLinks } from '../link-tokens/delete-expired-links.ts'
import { deleteExpiredCodes, deleteExpiredHandOffs, deleteExpiredProofLinks } from '../links/delete-expired-codes.ts'
import { deleteOldEvents } from '../outbox/delete-old-events.ts'
import { deleteOldStripeEvents } from '../payments/delete-old-stripe-events.ts'
import { readSettings } from '../settings/settings.ts'
import { deleteOldDeliveries } from '../webhooks/delete-old-deliveries.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'forget-old': Record<string, never>
  }
}

/** Crontab line: daily at 08:10 UTC, when it is night in Florida. */
export const deleteOldDataSchedule = '10 8 * * * forget-old ?max=3'

/**
 * Deletes data that is older than the retention time in the settings. Audit log, emails, letters and documents are
 * never deleted.
 */
export async function deleteOldData(ctx: Pick<Ctx, 'db' | 'now' | 'log'>, signal?: AbortSignal): Promise<void> {
  const { db, now } = ctx
  const settings = await readSettings(db, now)
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const ended = daysAgo(settings['retention.endedDays'])
  const deletedCounts = {
    // Links must be deleted before the sessions in which they were created.
    links: await deleteExpiredLinks(db, ended, signal),
    sessions: await deleteExpiredSessions(db, ended, signal),
    tries: await deleteOldLoginAttempts(db, ended, signal),
    codes: await deleteExpiredCodes(db, ended, signal),
    proofs: await deleteExpiredProofLinks(db, ended, signal),
    resources: await deleteExpiredHandOffs(db, ended, signal),
    messages: await deleteOldStripeEvents(db, ended, signal),
    responses: await deleteExpiredResponses(db, signal),
    positions: await deleteOldWritePositions(db, signal),
    deliveries: await deleteOldDeliveries(db, daysAgo(settings['retention.deliveryDays']), signal),
    events: await deleteOldEvents(db, daysAgo(settings['retention.eventDays']), signal),
  }
  ctx.log.info(deletedCounts, 'deleted data older than the retention time')
}
