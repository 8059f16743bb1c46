import { type Kysely, sql } from 'kysely'
import { addDays } from '../calendar/days.ts'
import { propertyDateSql } from '../calendar/property-date.ts'
import { readBatches } from '../db/read-batches.ts'
import type { DB } from '../db/schema.ts'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { readWriteOffLimitCents } from '../settings/settings.ts'
import { requirePlan } from './activate-plan.ts'
import { type DelinquencyPlanVersion, planProductCondition, readNoticePeriods } from './read-plan.ts'
import { type PolicyHistory, simulatePolicy } from './simulate-plan.ts'

const batchSize = 500

/**
 * Reads, in batches, the amounts that policies owed on each date. Includes only policies with an obligation that was
 * due in the period, because no other obligation can start a step.
 */
async function readHistories(
  db: Kysely<DB>,
  plan: DelinquencyPlanVersion,
  { from, until, after }: { from: string; until: string; after: string },
): Promise<(PolicyHistory & { policyId: string })[]> {
  const date = (column: string) => sql.raw(propertyDateSql('p', column))
  const { rows } = await sql<PolicyHistory & { policyId: string }>`
    select p.policy_id as "policyId", p.state, p.product_id as "productId",
      least(p.expiration_date, p.cancel_effective_date) as "endedOn",
      (select min(${date('y.created_at')}) from payments y where y.policy_id = p.policy_id and y.amount_cents > 0
        and y.status in ('paid', 'disputed')) as "firstPaidOn",
      (select json_agg(json_build_object('obligationNo', o.obligation_no, 'purpose', o.purpose, 'payer', o.payer,
          'dueDate', o.due_date, 'amountCents', o.amount_cents, 'postedOn', coalesce(${date('i.created_at')}, o.due_date))
          order by o.obligation_no <> 1, o.due_date, o.obligation_no)
        from obligations o left join invoices i using (invoice_id) where o.policy_id = p.policy_id) as obligations,
      (select coalesce(json_agg(json_build_object('date', c.date, 'cents', c.cents) order by c.date), '[]') from (
        select ${date('e.occurred_at')} as date, sum(g.amount_cents)::bigint as cents from postings g
        join journal_entries e using (entry_id)
        where g.policy_id = p.policy_id and g.account_code = 'receivable' group by 1) c) as changes
    from (select distinct o.policy_id from obligations o join policies p using (policy_id)
      where o.due_date between ${from}::date and ${until}::date and ${planProductCondition(plan)}
        and o.policy_id > ${after}::uuid order by o.policy_id limit ${batchSize}) picked
    join policies p using (policy_id) order by p.policy_id`.execute(db)
  return rows
}

/** Counts the steps that a version would have started in a past period (DEL-14). */
export const simulateDelinquencyPlan: Handler<'simulateDelinquencyPlan'> = async (ctx, { path, query }) => {
  const found = await requirePlan(ctx, path.version)
  const to = ctx.now.toISOString().slice(0, 10)
  const from = addDays(to, -(query.days ?? 90))
  const plan = { ...found, activatedOn: from }
  const periods = await readNoticePeriods(ctx.db)
  const writeOffLimitCents = await readWriteOffLimitCents(ctx.db, ctx.now)
  const until = addDays(to, Math.max(plan.invoiceDaysBefore, plan.renewalInvoiceDaysBefore))
  const counts = {
    ...{ policies: 0, invoices: 0, reminders: 0, pastDueNotices: 0, cancellationNotices: 0 },
    ...{ rescinded: 0, cancelled: 0 },
  }
  const batches = readBatches(
    (after) => readHistories(ctx.db, plan, { from, until, after }),
    ({ policyId }) => policyId,
  )
  for await (const histories of batches)
    for (const history of histories) {
      const steps = simulatePolicy(history, plan, periods, { from, to, writeOffLimitCents })
      if (Object.values(steps).some((count) => count > 0)) counts.policies += 1
      counts.invoices += steps.invoice
      counts.reminders += steps.reminder
      counts.pastDueNotices += steps.pastDueNotice
      counts.cancellationNotices += steps.cancellationNotice
      counts.rescinded += steps.rescinded
      counts.cancelled += steps.cancelled
    }
  return ok({ from, to, ...counts })
}
