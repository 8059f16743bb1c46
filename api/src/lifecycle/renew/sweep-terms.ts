import { sql } from 'kysely'
import { plusDays } from '../../calendar/days.ts'
import type { Ctx } from '../../http/context.ts'
import { inTransaction } from '../../http/in-transaction.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { renewalsToCharge } from '../../payments/charge/charge-renewal.ts'
import { readSettings } from '../../settings/settings.ts'
import { renewDaysAhead } from './due-for-renewal.ts'

declare module '../../outbox/enqueue.ts' {
  interface Jobs {
    'sweep-terms': Record<string, never>
    'renew-policy': { policyNo: string }
    'charge-renewal': { policyNo: string }
    'end-term': { policyNo: string }
  }
}

/** Crontab line: hourly, so that each property's day is met soon after it begins. */
export const sweepTermsSchedule = '37 * * * * sweep-terms ?max=3'

/** So many of a kind in one sweep; the next one takes the others. */
const atOnce = 1000
/** The end of a term is told within so many days; what ended before was told by whoever kept the book then. */
const tellWithinDays = 30

/**
 * Gives each term that comes to its end, and each renewal that falls due to who opted in, a job of its own, which looks again under the
 * policy's lock: one that fails holds up no other. Only where a superuser has said that terms renew by themselves.
 */
export async function sweepTerms(ctx: Ctx): Promise<void> {
  const settings = await readSettings(ctx.db, ctx.now)
  if (!settings['renewals.automatic']) return
  const day = ctx.now.toISOString().slice(0, 10)
  // A day more than UTC has: the property's own day is asked by the job.
  const { rows } = await sql<{ policy_no: string; job: 'renew-policy' | 'end-term' }>`
    (select policy_no, 'renew-policy' as job from policies
      where expiration_date between ${day}::date and ${plusDays(day, renewDaysAhead + 1)}::date
        and cancelled_at is null and pending_cancel_at is null and non_renewed_at is null and next_policy_id is null
      order by expiration_date, policy_id limit ${atOnce})
    union all
    (select policy_no, 'end-term' from policies p
      where expiration_date between ${plusDays(day, -tellWithinDays)}::date and ${plusDays(day, 1)}::date
        and cancelled_at is null and next_policy_id is null
        and not exists (select from notices n where n.policy_id = p.policy_id and n.kind = 'expiry')
      order by expiration_date, policy_id limit ${atOnce})`.execute(ctx.db)
  const due = await renewalsToCharge(ctx.db, day, atOnce)
  const jobs = [...rows, ...due.map((policy_no) => ({ policy_no, job: 'charge-renewal' as const }))]
  await inTransaction(ctx, async ({ db }) => {
    for (const { policy_no: policyNo, job } of jobs) await enqueue(db, job, { policyNo }, { key: `${job}:${policyNo}` })
  })
}
