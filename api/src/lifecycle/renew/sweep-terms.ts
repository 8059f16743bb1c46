import { sql } from 'kysely'
import { addDays } from '../../calendar/days.ts'
import { propertyDateSql } from '../../calendar/property-date.ts'
import type { Ctx } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { pastDueCentsSql } from '../../ledger/money-sql.ts'
import { enqueueJob } from '../../outbox/enqueue-job.ts'
import { listRenewalsToCharge } from '../../payments/charge/charge-renewal.ts'
import { readSettings, readWriteOffLimitCents } from '../../settings/settings.ts'
import { renewalLeadDays } from './due-for-renewal.ts'
import { endObsoleteHolds } from './renewal-hold.ts'

declare module '../../outbox/enqueue-job.ts' {
  interface Jobs {
    'sweep-terms': Record<string, never>
    'renew-policy': { policyNo: string }
    'charge-renewal': { policyNo: string }
    'end-term': { policyNo: string }
  }
}

/** Crontab line: every hour, so that each property is processed soon after its local date changes. */
export const termSweepSchedule = '37 * * * * sweep-terms ?max=3'

/** Maximum number of terms of each kind per sweep. The next sweep takes the remaining ones. */
const maxPerSweep = 1000
/**
 * Number of days after expiration during which an expiry notice can still be sent. Terms that expired earlier get no
 * notice.
 */
const expiryNoticeDays = 30

/**
 * Enqueues a job for each term that expires or is due for renewal, and for each renewal to charge automatically. Each
 * job checks its term again under the policy lock. A renewal on hold gets a job when its past-due amount is paid (REN-5).
 * Does nothing unless a superuser turned on automatic renewals.
 */
export async function sweepTerms(ctx: Ctx): Promise<void> {
  const settings = await readSettings(ctx.db, ctx.now)
  if (!settings['renewals.automatic']) return
  const day = ctx.now.toISOString().slice(0, 10)
  const pastDueCents = sql.raw(pastDueCentsSql(propertyDateSql('p', 'now.at')))
  // Adds one day to the range in UTC because each job checks the local date of its property.
  const { rows } = await sql<{ policy_no: string; job: 'renew-policy' | 'end-term' }>`
    (select policy_no, 'renew-policy' as job
      from policies p left join policy_balances b using (policy_id) cross join (select ${ctx.now}::timestamptz as at) now
      where expiration_date between ${day}::date and ${addDays(day, renewalLeadDays + 1)}::date
        and cancelled_at is null and pending_cancel_at is null and non_renewed_at is null and next_policy_id is null
        and not (exists (select from renewal_holds h where h.policy_id = p.policy_id and h.ended_at is null)
          and ${pastDueCents} > ${await readWriteOffLimitCents(ctx.db, ctx.now)})
      order by expiration_date, policy_id limit ${maxPerSweep})
    union all
    (select policy_no, 'end-term' from policies p
      where expiration_date between ${addDays(day, -expiryNoticeDays)}::date and ${addDays(day, 1)}::date
        and cancelled_at is null and next_policy_id is null
        and not exists (select from notices n where n.policy_id = p.policy_id and n.kind = 'expiry')
      order by expiration_date, policy_id limit ${maxPerSweep})`.execute(ctx.db)
  const due = await listRenewalsToCharge(ctx.db, day, maxPerSweep)
  const jobs = [...rows, ...due.map((policy_no) => ({ policy_no, job: 'charge-renewal' as const }))]
  await runInTransaction(ctx, async (ctx) => {
    await endObsoleteHolds(ctx, day)
    for (const { policy_no: policyNo, job } of jobs)
      await enqueueJob(ctx.db, job, { policyNo }, { key: `${job}:${policyNo}` })
  })
}
