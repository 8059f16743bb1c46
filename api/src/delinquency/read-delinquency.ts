import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addDays, getLaterDate } from '../calendar/days.ts'
import { getPropertyDate, propertyDateSql } from '../calendar/property-date.ts'
import { openClaimCondition } from '../claims/return-premium-hold.ts'
import { prepared } from '../db/prepared-statement.ts'
import { readBatches } from '../db/read-batches.ts'
import type { DB } from '../db/schema.ts'
import { restrictedCondition } from '../moratoriums/find-restriction.ts'
import { disputedPaymentCondition } from '../payments/refunds/open-dispute-sql.ts'
import { buildPolicyStatusSql } from '../policy/status.ts'
import { demandedCentsSql } from '../policy-reads/due-fields.ts'
import type { BilledObligation, DelinquencyFacts, HoldReason, NoticePeriod, OpenNotice } from './decide-steps.ts'
import { type DelinquencyPlanVersion, planProductCondition } from './read-plan.ts'

export interface PolicyObligation extends BilledObligation {
  obligationId: string
}

/** An open notice of cancellation of a policy. */
export interface PolicyNotice extends OpenNotice {
  noticeId: string
  reason: NoticePeriod['reason']
  isFlat: boolean
  /** The date on the letters. */
  printedDate: string
  holdReason: HoldReason | null
  /** Whether a new payer owes an amount of the notice, which is due later (BIL-19). */
  isRebilled: boolean
}

/** Policy data that the delinquency rules require. */
export interface PolicyDelinquency {
  policyId: string
  policyNo: string
  productId: number
  state: string
  /** Today's date at the property. */
  today: string
  /** Money that was received and not refunded, in cents. */
  receivedCents: number
  /** Open obligations in the order of payment. */
  obligations: PolicyObligation[]
  facts: DelinquencyFacts
  notice: PolicyNotice | undefined
}

interface NoticeRow extends Omit<PolicyNotice, 'effectiveDate' | 'lastHeldOn'> {
  lastHeldOn: string | null
  isMailed: boolean | null
}

interface Row extends Omit<PolicyDelinquency, 'facts' | 'notice'> {
  timeZone: string | null
  notice: NoticeRow | null
  isInForce: boolean
  processingCents: number
  isPaymentDisputed: boolean
  hasOpenClaim: boolean
  isClaimHoldReleased: boolean
  isCancellationRestricted: boolean
}

const obligationsJson = (today: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('obligationId', o.obligation_id, 'obligationNo', o.obligation_no, 'payer', o.payer,
    'purpose', o.purpose, 'dueDate', o.due_date, 'openCents', o.open_cents,
    'isDueAfterReturn', o.purpose = 'returnedPayment' or o.due_date <> o.invoiced_due_date,
    'postedOn', coalesce((select ${sql.raw(propertyDateSql('p', 'i.created_at'))} from invoices i where i.invoice_id = o.invoice_id), ${today}),
    'done', (select coalesce(json_object_agg(s.step, s.taken_on), '{}') from delinquency_steps s
      where s.obligation_id = o.obligation_id and s.due_date = o.due_date))
    order by o.obligation_no <> 1, o.due_date, o.obligation_no), '[]')
  from obligations o where o.policy_id = p.policy_id and o.open_cents > 0)`

const noticeJson = sql`(
  select json_build_object('noticeId', n.cancellation_notice_id, 'reason', n.reason, 'isFlat', n.is_flat,
    'printedDate', n.effective_date, 'holdReason', n.hold_reason, 'lastHeldOn', n.last_held_on,
    'openCents', ${sql.raw(demandedCentsSql)},
    'isRebilled', exists (select from cancellation_notice_obligations d join obligations o using (obligation_id)
      where d.cancellation_notice_id = n.cancellation_notice_id and o.open_cents > 0 and o.invoiced_due_date > n.created_at::date),
    'isMailed', (select bool_and(l.mailed_on is not null) from postal_notices l
      where l.cancellation_notice_id = n.cancellation_notice_id and l.kind = 'cancellationNotice' and l.state <> 'replaced'))
  from cancellation_notices n where n.policy_id = p.policy_id and n.closed_at is null)`

/**
 * Reads policies in one query, with all data for `decideSteps` and `decideNoticeOutcome`.
 * @param picked SQL query for the ids of the policies
 * @param start `prepared` for a query that runs often
 */
async function readPolicies(
  { db, now, writeOffLimitCents }: DelinquencyReader,
  plan: Pick<DelinquencyPlanVersion, 'resumedAt'>,
  picked: RawBuilder<unknown>,
  start: RawBuilder<unknown> = sql``,
): Promise<PolicyDelinquency[]> {
  const today = sql<string>`${sql.raw(propertyDateSql('p', 'now.at'))}`
  const isInForce = sql.raw(buildPolicyStatusSql('p', 'now.at').canCancelPolicy)
  const { rows } = await sql<Row>`${start}
    select p.policy_id as "policyId", p.policy_no as "policyNo", p.product_id as "productId", p.state, p.time_zone as "timeZone",
      ${today} as today, b.received_cents as "receivedCents", b.processing_cents as "processingCents",
      ${isInForce} as "isInForce",
      ${disputedPaymentCondition} as "isPaymentDisputed",
      exists (select from claims c where c.policy_id = p.policy_id and ${openClaimCondition}) as "hasOpenClaim",
      exists (select from claim_hold_releases r where r.policy_id = p.policy_id and not exists (
        select from claims c where c.policy_id = p.policy_id and ${openClaimCondition} and c.created_at > r.released_at)) as "isClaimHoldReleased",
      ${restrictedCondition('cancellation', today)} as "isCancellationRestricted",
      ${obligationsJson(today)} as obligations, ${noticeJson} as notice
    from (${picked}) picked
    join policies p using (policy_id)
    join policy_balances b using (policy_id)
    cross join (select ${now}::timestamptz as at) now
    order by p.policy_id`.execute(db)
  return rows.map(({ notice, timeZone, ...row }) => {
    const resumedOn = plan.resumedAt ? getPropertyDate(plan.resumedAt, { state: row.state, timeZone }) : undefined
    return {
      policyId: row.policyId,
      policyNo: row.policyNo,
      productId: row.productId,
      state: row.state,
      today: row.today,
      receivedCents: row.receivedCents,
      obligations: row.obligations,
      notice: notice ? toNotice(notice, resumedOn) : undefined,
      facts: {
        isInForce: row.isInForce,
        processingCents: row.processingCents,
        isPaymentDisputed: row.isPaymentDisputed,
        hasOpenClaim: row.hasOpenClaim,
        isClaimHoldReleased: row.isClaimHoldReleased,
        isCancellationRestricted: row.isCancellationRestricted,
        hasOpenNotice: notice !== null,
        writeOffLimitCents,
      },
    }
  })
}

/**
 * Converts a database row to a notice. If plans were paused beyond the date in the notice, the notice counts as on hold
 * until the pause ended (DEL-9).
 */
function toNotice({ isMailed, ...row }: NoticeRow, resumedOn: string | undefined): PolicyNotice {
  const wasPausedAtEnd = resumedOn !== undefined && resumedOn > row.printedDate
  return {
    ...row,
    effectiveDate: isMailed ? row.printedDate : undefined,
    lastHeldOn: wasPausedAtEnd ? getLaterDate(row.lastHeldOn ?? resumedOn, resumedOn) : (row.lastHeldOn ?? undefined),
  }
}

interface DelinquencyReader {
  db: Kysely<DB>
  now: Date
  writeOffLimitCents: number
}

/** Returns how many days before the due date a step can start at the earliest. */
const getLeadDays = (plan: DelinquencyPlanVersion) =>
  Math.max(plan.invoiceDaysBefore, plan.renewalInvoiceDaysBefore, plan.reminderDaysBefore)

/**
 * SQL condition for an obligation `o` whose latest step on a date has not been carried out. Uses the planned dates of
 * `getPlannedDates`. It can be true although no step is due, but not the other way around.
 */
const isStepMissingSql = (plan: DelinquencyPlanVersion, date: string) => {
  const isReached = (days: RawBuilder<unknown>) => sql`o.due_date + ${days} <= ${date}::date`
  const isLenderBilled = sql`o.payer = 'lienholder'`
  return sql`exists (select from (select case
    when ${isReached(sql`case when o.purpose in ('newBusiness', 'renewal') then ${plan.termCancellationDaysAfter}::int else ${plan.otherCancellationDaysAfter}::int end`)}
      then 'cancellationNotice'
    when ${isReached(sql`${plan.pastDueNoticeDaysAfter}::int`)} then 'pastDueNotice'
    when ${isReached(sql`case when ${isLenderBilled} then ${-plan.invoiceDaysBefore}::int else ${-plan.reminderDaysBefore}::int end`)}
      then 'reminder'
    when ${isReached(sql`case when o.purpose = 'renewal' or ${isLenderBilled} then ${-plan.renewalInvoiceDaysBefore}::int else ${-plan.invoiceDaysBefore}::int end`)}
      then 'invoice'
    end as step) latest where latest.step is not null and not exists (select from delinquency_steps s
      where s.obligation_id = o.obligation_id and s.due_date = o.due_date and s.step = latest.step))`
}

/**
 * Reads the policies to which a version applies in batches, sorted by id. Includes policies in force with an open obligation for which a step can be
 * due, and policies with an open notice of cancellation. Excludes policies that only owe amounts due before the plan was
 * first activated, for which no step starts (DEL-3).
 */
export function readDelinquencyBatches(
  reader: DelinquencyReader,
  plan: DelinquencyPlanVersion,
  size = 500,
): AsyncGenerator<PolicyDelinquency[]> {
  const day = reader.now.toISOString().slice(0, 10)
  // Adds one day to the date in UTC because each step depends on the local date of its property.
  const latestDate = addDays(day, 1)
  return readBatches(
    (after) =>
      readPolicies(
        reader,
        plan,
        sql`select policy_id from (
          (select distinct policy_id from obligations o
            where open_cents > 0 and policy_id > ${after}::uuid
              and due_date between ${plan.activatedOn ?? '-infinity'}::date and ${addDays(latestDate, getLeadDays(plan))}::date
              and ${isStepMissingSql(plan, latestDate)}
              and exists (select from policies p
                where p.policy_id = o.policy_id and ${planProductCondition(plan)} and p.cancelled_at is null and p.expiration_date >= ${addDays(day, -1)}::date)
            order by policy_id limit ${size})
          union
          (select policy_id from cancellation_notices n
            where closed_at is null and policy_id > ${after}::uuid
              and exists (select from policies p where p.policy_id = n.policy_id and ${planProductCondition(plan)})
            order by policy_id limit ${size})) found
        order by policy_id limit ${size}`,
      ),
    ({ policyId }) => policyId,
  )
}

/**
 * Returns the current state of policies by id. Lock the policies and their balances first if the result must stay
 * valid.
 */
export async function readPolicyDelinquencies(
  reader: DelinquencyReader,
  plan: Pick<DelinquencyPlanVersion, 'resumedAt'>,
  policyIds: readonly string[],
): Promise<Map<string, PolicyDelinquency>> {
  // PostgreSQL plans a query for one id only once, but not a query for an array of unknown length.
  const [policyId] = policyIds
  const picked =
    policyIds.length === 1
      ? sql`select ${policyId}::uuid as policy_id`
      : sql`select unnest(${policyIds}::uuid[]) as policy_id`
  const found = await readPolicies(reader, plan, picked, prepared)
  return new Map(found.map((delinquency) => [delinquency.policyId, delinquency]))
}

/** Same as `readPolicyDelinquencies`, for one policy. */
export async function readPolicyDelinquency(
  reader: DelinquencyReader,
  plan: Pick<DelinquencyPlanVersion, 'resumedAt'>,
  policyId: string,
): Promise<PolicyDelinquency> {
  const found = (await readPolicyDelinquencies(reader, plan, [policyId])).get(policyId)
  if (!found) throw new Error(`Policy ${policyId} has no balance`)
  return found
}
