import { sql, type Transaction } from 'kysely'
import { addDays } from '../../calendar/days.ts'
import { propertyDateSql } from '../../calendar/property-date.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { pastDueCentsSql } from '../../ledger/money-sql.ts'
import { enqueueJobs } from '../../outbox/enqueue-job.ts'
import { listRenewalsToCharge } from '../../payments/charge/charge-renewal.ts'
import { readSettings, readWriteOffLimitCents } from '../../settings/settings.ts'
import { renewalLeadDays } from './due-for-renewal.ts'
import { renewPolicies } from './renew-policy.ts'
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

/** Number of renewals that are bound in one transaction. */
const groupSize = 50

/**
 * Renews policies in one transaction. If it fails, renews each half by itself. A policy that fails alone gets its own
 * job, which is retried.
 */
async function renewGroup(ctx: Ctx, group: readonly DueTerm[]): Promise<void> {
  try {
    await renewPolicies(
      ctx,
      group.map(({ policyId }) => policyId),
    )
  } catch (err) {
    const [policy] = group
    const half = Math.ceil(group.length / 2)
    if (group.length > 1) for (const part of [group.slice(0, half), group.slice(half)]) await renewGroup(ctx, part)
    else if (policy) {
      ctx.log.error({ err, policyNo: policy.policyNo }, 'renewal of a policy failed')
      await runInTransaction(ctx, (ctx) => enqueueTermJobs(ctx.db, 'renew-policy', [policy.policyNo]))
    }
  }
}

const enqueueTermJobs = (
  trx: Transaction<DB>,
  job: 'renew-policy' | 'end-term' | 'charge-renewal',
  policyNos: readonly string[],
) =>
  enqueueJobs(
    trx,
    job,
    policyNos.map((policyNo) => ({ payload: { policyNo }, key: `${job}:${policyNo}` })),
  )

interface DueTerm {
  policyId: string
  policyNo: string
}

/**
 * Binds the renewals that are due, and enqueues a job for each term that expires and for each renewal to charge
 * automatically. Checks each term again under the policy lock. A renewal on hold is bound when its past-due amount is
 * paid (REN-5). Does nothing unless a superuser turned on automatic renewals.
 */
export async function sweepTerms(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const settings = await readSettings(ctx.db, ctx.now)
  if (!settings['renewals.automatic']) return
  const day = ctx.now.toISOString().slice(0, 10)
  const pastDueCents = sql.raw(pastDueCentsSql(propertyDateSql('p', 'now.at')))
  // Adds one day to the range in UTC because each job checks the local date of its property.
  const { rows } = await sql<DueTerm & { isExpiring: boolean }>`
    (select policy_id as "policyId", policy_no as "policyNo", false as "isExpiring"
      from policies p left join policy_balances b using (policy_id) cross join (select ${ctx.now}::timestamptz as at) now
      where expiration_date between ${day}::date and ${addDays(day, renewalLeadDays + 1)}::date
        and cancelled_at is null and pending_cancel_at is null and non_renewed_at is null and next_policy_id is null
        and not (exists (select from renewal_holds h where h.policy_id = p.policy_id and h.ended_at is null)
          and ${pastDueCents} > ${await readWriteOffLimitCents(ctx.db, ctx.now)})
      order by expiration_date, policy_id limit ${maxPerSweep})
    union all
    (select policy_id, policy_no, true from policies p
      where expiration_date between ${addDays(day, -expiryNoticeDays)}::date and ${addDays(day, 1)}::date
        and cancelled_at is null and next_policy_id is null
        and not exists (select from notices n where n.policy_id = p.policy_id and n.kind = 'expiry')
      order by expiration_date, policy_id limit ${maxPerSweep})`.execute(ctx.db)
  const charged = await listRenewalsToCharge(ctx.db, day, maxPerSweep)
  await runInTransaction(ctx, async (ctx) => {
    await endObsoleteHolds(ctx)
    const expiring = rows.filter(({ isExpiring }) => isExpiring)
    await enqueueTermJobs(
      ctx.db,
      'end-term',
      expiring.map(({ policyNo }) => policyNo),
    )
    await enqueueTermJobs(ctx.db, 'charge-renewal', charged)
  })
  const due = rows.filter(({ isExpiring }) => !isExpiring)
  for (let start = 0; start < due.length; start += groupSize) {
    signal?.throwIfAborted()
    await renewGroup({ ...ctx, actor: { kind: 'job', name: 'renewal' } }, due.slice(start, start + groupSize))
  }
}
