import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addDays } from '../../calendar/days.ts'
import { propertyDateSql } from '../../calendar/property-date.ts'
import { prepared } from '../../db/prepared-statement.ts'
import { readBatches } from '../../db/read-batches.ts'
import type { DB } from '../../db/schema.ts'
import { buildPolicyStatusSql } from '../../policy/status.ts'
import { readSettings } from '../../settings/settings.ts'
import { disputedPaymentCondition } from '../refunds/open-dispute-sql.ts'
import { classifyFailure } from './classify-failure.ts'
import {
  type AutoPayFacts,
  type AutoPayObligation,
  announcementDays,
  isIncluded,
  planUnlessOnHold,
} from './plan-charge.ts'

interface ObligationWithId extends AutoPayObligation {
  obligationId: string
}

/** Policy data that the auto-pay rules require. */
export interface PolicyAutoPay {
  policyId: string
  policyNo: string
  /** The current consent. Undefined if auto-pay is off. */
  consent: { consentId: string; paymentMethodId: string } | undefined
  /** Whether the policy is cancelled or expired. */
  isEnded: boolean
  /** Input for the auto-pay rules. If auto-pay is off, the input assumes a consent that starts today with a card. */
  facts: Omit<AutoPayFacts, 'obligations'> & { obligations: readonly ObligationWithId[] }
}

interface FailureRow {
  failedOn: string
  code: string | null
  declineCode: string | null
  isDisputed: boolean
}

interface ObligationRow extends Omit<ObligationWithId, 'isIncluded' | 'failures'> {
  purpose: string
  payer: string
  invoiceParts: number
  failures: FailureRow[]
}

interface Row extends Pick<AutoPayFacts, 'today' | 'isInForce' | 'processingCents' | 'isPaymentDisputed'> {
  policyId: string
  policyNo: string
  isEnded: boolean
  consentId: string | null
  paymentMethodId: string
  methodType: AutoPayFacts['methodType'] | null
  startsOn: string | null
  shownCents: number | null
  lastFailedOn: string | null
  lastCharge: AutoPayFacts['lastCharge'] | null
  announcements: AutoPayFacts['announcements']
  obligations: ObligationRow[]
}

const failedOn = sql.raw(propertyDateSql('p', 'y.failed_at'))

/**
 * The card or bank account `f` of a failed charge is that of the consent, `m`. A card or account that is saved again has
 * another ID, but keeps its failures (AUT-6).
 */
const isSameMethod = sql`(f.payment_type, f.bank_name, f.card_brand, f.last_four_digits, f.expiration)
  is not distinct from (m.payment_type, m.bank_name, m.card_brand, m.last_four_digits, m.expiration)`

/** Charges that did not fail. A refunded one is not charged again (AUT-5). */
const chargedCondition = sql`y.status in ('processing', 'paid', 'refunded')`

const obligationsJson = sql`(
  select coalesce(json_agg(json_build_object('obligationId', o.obligation_id, 'obligationNo', o.obligation_no,
    'purpose', o.purpose, 'payer', o.payer, 'dueDate', o.due_date, 'amountCents', o.amount_cents, 'openCents', o.open_cents,
    'invoiceParts', (select count(*) from obligations i where i.invoice_id = o.invoice_id),
    'chargedCents', (select coalesce(sum(a.amount_cents), 0) from auto_pay_charge_parts a join payments y using (policy_payment_id)
      where a.obligation_id = o.obligation_id and ${chargedCondition}),
    'failures', (select coalesce(json_agg(json_build_object('failedOn', ${failedOn}, 'code', y.failure_code,
        'declineCode', y.decline_code, 'isDisputed', y.status = 'disputed') order by y.failed_at), '[]')
      from auto_pay_charge_parts a join payments y using (policy_payment_id) join payment_methods f using (payment_method_id)
      where a.obligation_id = o.obligation_id and ${isSameMethod} and y.status in ('failed', 'disputed'))
  ) order by o.obligation_no), '[]')
  from obligations o where o.policy_id = p.policy_id and o.open_cents > 0)`

/**
 * Reads policies and everything that `planCharge` needs, in one query.
 * @param picked SQL query for the ids of the policies
 * @param start `prepared` for a query that runs often
 */
async function readPolicies(
  { db, now }: { db: Kysely<DB>; now: Date },
  picked: RawBuilder<unknown>,
  start: RawBuilder<unknown> = sql``,
): Promise<PolicyAutoPay[]> {
  const today = sql<string>`${sql.raw(propertyDateSql('p', 'now.at'))}`
  const isInForce = sql.raw(buildPolicyStatusSql('p', 'now.at').canCancelPolicy)
  const isPaused = !(await readSettings(db, now))['autoPay.charges']
  const { rows } = await sql<Row>`${start}
    select p.policy_id as "policyId", p.policy_no as "policyNo", ${today} as today,
      ${isInForce} as "isInForce",
      p.cancelled_at is not null or p.expiration_date <= ${today} as "isEnded",
      coalesce(b.processing_cents, 0)::bigint as "processingCents",
      ${disputedPaymentCondition} as "isPaymentDisputed",
      c.auto_pay_consent_id as "consentId", c.payment_method_id as "paymentMethodId", m.payment_type as "methodType",
      c.starts_on as "startsOn", c.shown_cents as "shownCents",
      (select max(${failedOn}) from payments y join payment_methods f using (payment_method_id)
        where y.policy_id = p.policy_id and y.status = 'failed' and y.amount_cents > 0 and ${isSameMethod}) as "lastFailedOn",
      (select json_build_object('chargeDate', a.charge_date, 'amountCents', y.amount_cents)
        from auto_pay_charges a join payments y using (policy_payment_id)
        where a.auto_pay_consent_id = c.auto_pay_consent_id and ${chargedCondition}
        order by a.charge_date desc, y.created_at desc limit 1) as "lastCharge",
      (select coalesce(json_agg(json_build_object('chargeDate', a.charge_date, 'amountCents', a.amount_cents)
          order by a.created_at, a.charge_date), '[]')
        from auto_pay_announcements a where a.auto_pay_consent_id = c.auto_pay_consent_id) as announcements,
      ${obligationsJson} as obligations
    from (${picked}) picked
    join policies p using (policy_id)
    left join policy_balances b using (policy_id)
    left join auto_pay_consents c on c.policy_id = p.policy_id and c.ended_at is null
    left join payment_methods m on m.payment_method_id = c.payment_method_id
    cross join (select ${now}::timestamptz as at) now
    order by p.policy_id`.execute(db)
  return rows.map((row) => toPolicyAutoPay(row, isPaused))
}

const toPolicyAutoPay = (row: Row, isPaused: boolean): PolicyAutoPay => {
  const methodType = row.methodType ?? 'card'
  return {
    policyId: row.policyId,
    policyNo: row.policyNo,
    isEnded: row.isEnded,
    consent: row.consentId ? { consentId: row.consentId, paymentMethodId: row.paymentMethodId } : undefined,
    facts: {
      ...{ today: row.today, methodType, startsOn: row.startsOn ?? row.today, shownCents: row.shownCents ?? 0 },
      ...{ isInForce: row.isInForce, isPaused, processingCents: row.processingCents },
      isPaymentDisputed: row.isPaymentDisputed,
      ...{ lastFailedOn: row.lastFailedOn ?? undefined, lastCharge: row.lastCharge ?? undefined },
      announcements: row.announcements,
      obligations: row.obligations.map(({ failures, ...obligation }) => ({
        ...obligation,
        isIncluded: isIncluded(obligation),
        failures: failures.map((failure) => ({
          failedOn: failure.failedOn,
          kind: classifyFailure({ ...failure, methodType }),
        })),
      })),
    },
  }
}

/** Returns auto-pay of one policy. Lock the policy and its balance first if the result must stay valid. */
export async function readAutoPay(ctx: { db: Kysely<DB>; now: Date }, policyId: string): Promise<PolicyAutoPay> {
  const [found] = await readPolicies(ctx, sql`select ${policyId}::uuid as policy_id`, prepared)
  if (!found) throw new Error(`There is no policy ${policyId}`)
  return found
}

/**
 * Reads policies with auto-pay in batches, sorted by id. Includes policies that have ended and policies with open
 * amounts that are due within the announcement period.
 */
export function readAutoPayBatches(reader: { db: Kysely<DB>; now: Date }, size = 500): AsyncGenerator<PolicyAutoPay[]> {
  // Adds one day to the date in UTC because each charge depends on the local date of its property.
  const tomorrow = addDays(reader.now.toISOString().slice(0, 10), 1)
  const until = addDays(tomorrow, announcementDays)
  return readBatches(
    (after) =>
      readPolicies(
        reader,
        sql`select c.policy_id from auto_pay_consents c join policies p using (policy_id)
          where c.ended_at is null and c.policy_id > ${after}::uuid
            and (p.cancelled_at is not null or p.expiration_date <= ${tomorrow}::date or exists (select from obligations o
              where o.policy_id = c.policy_id and o.open_cents > 0 and o.due_date <= ${until}::date))
          order by c.policy_id limit ${size}`,
      ),
    ({ policyId }) => policyId,
  )
}

/** Returns whether a current consent uses the payment method. */
export async function isUsedByAutoPay(db: Kysely<DB>, paymentMethodId: string): Promise<boolean> {
  const { rows } = await sql`select from auto_pay_consents
    where payment_method_id = ${paymentMethodId} and ended_at is null limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Returns why a recorded automatic charge must not be sent (BIL-17): its consent has ended (AUT-3), the renewal was
 * cancelled or its payer no longer opts in (PAY-21), the amount was paid in another way (AUT-4), or staff paused automatic
 * charges (AUT-11). Returns undefined for other payments.
 */
export async function findChargeObstacle(
  { db, now }: { db: Kysely<DB>; now: Date },
  policyPaymentId: string,
): Promise<'unauthorized' | 'alreadyPaid' | 'paused' | undefined> {
  const { rows } = await sql<{ isEnded: boolean; isPaid: boolean; isPausable: boolean }>`
    select c.ended_at is not null as "isEnded", true as "isPausable",
      exists (select from auto_pay_charge_parts r join obligations o using (obligation_id)
        where r.policy_payment_id = a.policy_payment_id and o.open_cents < r.amount_cents) as "isPaid"
    from auto_pay_charges a join auto_pay_consents c using (auto_pay_consent_id)
    where a.policy_payment_id = ${policyPaymentId}
    union all
    select p.cancelled_at is not null or m.removed_at is not null or not m.opt_in_auto_pay_renewal, false,
      b.due_cents < y.amount_cents
    from automatic_charges a join payments y using (policy_payment_id) join policies p on p.policy_id = y.policy_id
    join policy_balances b on b.policy_id = p.policy_id
    join payment_methods m on m.payment_method_id = y.payment_method_id
    where a.policy_payment_id = ${policyPaymentId}`.execute(db)
  const [charge] = rows
  if (!charge) return undefined
  if (charge.isEnded) return 'unauthorized'
  if (charge.isPaid) return 'alreadyPaid'
  return charge.isPausable && !(await readSettings(db, now))['autoPay.charges'] ? 'paused' : undefined
}

/** Returns the ids of those policies that have auto-pay. */
export async function findAutoPayPolicies(db: Kysely<DB>, policyIds: readonly string[]): Promise<Set<string>> {
  if (policyIds.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select policy_id as id from auto_pay_consents
    where policy_id = any(${policyIds}::uuid[]) and ended_at is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The next automatic charge and the payment method that it is made with. */
export interface AutomaticCharge {
  chargeDate: string
  amountCents: number
  isCard: boolean
  lastFour: string
}

/**
 * Returns the next automatic charge of each policy, by policy id. Excludes policies whose auto-pay is off or on hold
 * (AUT-7).
 */
export async function findAutomaticCharges(
  ctx: { db: Kysely<DB>; now: Date },
  policyIds: readonly string[],
): Promise<Map<string, AutomaticCharge>> {
  const charges = new Map<string, AutomaticCharge>()
  if (policyIds.length === 0) return charges
  const { rows } = await sql<{ policyId: string; lastFour: string | null }>`${prepared}
    select c.policy_id as "policyId", m.last_four_digits as "lastFour"
    from auto_pay_consents c join payment_methods m using (payment_method_id)
    where c.policy_id = any(${policyIds}::uuid[]) and c.ended_at is null`.execute(ctx.db)
  if (rows.length === 0) return charges
  const lastFourDigits = new Map(rows.map(({ policyId, lastFour }) => [policyId, lastFour ?? '0000']))
  const withAutoPay = [...lastFourDigits.keys()]
  for (const { policyId, facts } of await readPolicies(ctx, sql`select unnest(${withAutoPay}::uuid[]) as policy_id`)) {
    const next = planUnlessOnHold(facts)?.next
    if (!next) continue
    const { chargeDate, amountCents } = next
    const lastFour = lastFourDigits.get(policyId) ?? '0000'
    charges.set(policyId, { chargeDate, amountCents, isCard: facts.methodType === 'card', lastFour })
  }
  return charges
}

/** Returns the next automatic charge of a policy. Returns undefined if auto-pay is off or on hold (AUT-7). */
export const findAutomaticCharge = async (
  ctx: { db: Kysely<DB>; now: Date },
  policyId: string,
): Promise<AutomaticCharge | undefined> => (await findAutomaticCharges(ctx, [policyId])).get(policyId)

/**
 * Returns whether auto-pay will charge an obligation, so that the payer is not asked for it (AUT-10). Reading its facts
 * takes long, so call it only for policies with auto-pay.
 */
export async function isChargedByAutoPay(
  ctx: { db: Kysely<DB>; now: Date },
  policyId: string,
  obligationNo: number,
): Promise<boolean> {
  const { consent, facts } = await readAutoPay(ctx, policyId)
  const obligation = facts.obligations.find((one) => one.obligationNo === obligationNo)
  if (!consent || !obligation?.isIncluded || obligation.failures.length > 0) return false
  return planUnlessOnHold(facts) !== undefined
}
