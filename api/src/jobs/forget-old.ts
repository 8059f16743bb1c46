import { forgetSessions, forgetTries } from '../accounts/forget-sessions.ts'
import { dayMs } from '../calendar/days.ts'
import type { Ctx } from '../http/context.ts'
import { forgetAnswers } from '../http/forget-answers.ts'
import { forgetLinks } from '../link-tokens/forget-links.ts'
import { forgetCodes, forgetResources } from '../links/forget-codes.ts'
import { forgetEvents } from '../outbox/forget-events.ts'
import { forgetMessages } from '../payments/forget-messages.ts'
import { readSettings } from '../settings/settings.ts'
import { forgetDeliveries } from '../webhooks/forget-deliveries.ts'

declare module '../outbox/enqueue.ts' {
  interface Jobs {
    'forget-old': Record<string, never>
  }
}

/** Crontab line: every night, when nobody works in Florida. */
export const forgetOldSchedule = '10 8 * * * forget-old ?max=3'

/**
 * Takes away what nobody reads any more, by the settings that say how long each is kept. What tells of policies, money and people — the
 * trail, mails, letters, papers — is never among it.
 */
export async function forgetOld(ctx: Pick<Ctx, 'db' | 'now' | 'log'>, signal?: AbortSignal): Promise<void> {
  const { db, now } = ctx
  const settings = await readSettings(db, now)
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const ended = daysAgo(settings['retention.endedDays'])
  const gone = {
    // Links go before the sessions that they were made in.
    links: await forgetLinks(db, ended, signal),
    sessions: await forgetSessions(db, ended, signal),
    tries: await forgetTries(db, ended, signal),
    codes: await forgetCodes(db, ended, signal),
    resources: await forgetResources(db, ended, signal),
    messages: await forgetMessages(db, ended, signal),
    answers: await forgetAnswers(db, signal),
    deliveries: await forgetDeliveries(db, daysAgo(settings['retention.deliveryDays']), signal),
    events: await forgetEvents(db, daysAgo(settings['retention.eventDays']), signal),
  }
  ctx.log.info(gone, 'took away what is not kept any longer')
}
