import { deleteExpiredSessions, deleteOldLoginAttempts } from '../accounts/delete-expired-sessions.ts'
import { dayMs } from '../calendar/days.ts'
import type { Ctx } from '../http/context.ts'
import { deleteStoredResponses } from '../http/delete-stored-responses.ts'
import { deleteExpiredLinks } from '../link-tokens/delete-expired-links.ts'
import { deleteExpiredCodes, deleteExpiredHandOffs } from '../links/delete-expired-codes.ts'
import { deleteOldEvents } from '../outbox/delete-old-events.ts'
import { deleteOldStripeEvents } from '../payments/delete-old-stripe-events.ts'
import { readSettings } from '../settings/settings.ts'
import { deleteOldDeliveries } from '../webhooks/delete-old-deliveries.ts'

declare module '../outbox/enqueue.ts' {
  interface Jobs {
    'forget-old': Record<string, never>
  }
}

/** Crontab line: every night, when nobody works in Florida. */
export const deleteOldDataSchedule = '10 8 * * * forget-old ?max=3'

/**
 * Takes away what nobody reads any more, by the settings that say how long each is kept. What tells of policies, money and people — the
 * trail, mails, letters, papers — is never among it.
 */
export async function deleteOldData(ctx: Pick<Ctx, 'db' | 'now' | 'log'>, signal?: AbortSignal): Promise<void> {
  const { db, now } = ctx
  const settings = await readSettings(db, now)
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const ended = daysAgo(settings['retention.endedDays'])
  const gone = {
    // Links go before the sessions that they were made in.
    links: await deleteExpiredLinks(db, ended, signal),
    sessions: await deleteExpiredSessions(db, ended, signal),
    tries: await deleteOldLoginAttempts(db, ended, signal),
    codes: await deleteExpiredCodes(db, ended, signal),
    resources: await deleteExpiredHandOffs(db, ended, signal),
    messages: await deleteOldStripeEvents(db, ended, signal),
    answers: await deleteStoredResponses(db, signal),
    deliveries: await deleteOldDeliveries(db, daysAgo(settings['retention.deliveryDays']), signal),
    events: await deleteOldEvents(db, daysAgo(settings['retention.eventDays']), signal),
  }
  ctx.log.info(gone, 'took away what is not kept any longer')
}
