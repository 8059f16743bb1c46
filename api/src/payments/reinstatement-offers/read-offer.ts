import { type Kysely, type Selectable, sql } from 'kysely'
import { getLaterDate } from '../../calendar/days.ts'
import { prepared } from '../../db/prepared-statement.ts'
import type { DB, ReinstatementOffer } from '../../db/schema.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getPolicyBalance } from '../../ledger/store.ts'
import { calculateLapseCharges, type LapseCharges } from '../../policy/lapses.ts'
import { findPostedCancellation } from '../../policy/posted-cancellation.ts'
import { readTerm } from '../../policy/read-term.ts'
import type { Lapse } from '../../pricing/term.ts'
import { readWriteOffLimitCents } from '../../settings/settings.ts'
import { type CancelledTerm, getShortfallCents } from './amount-needed.ts'

export type OfferRow = Selectable<ReinstatementOffer>

/** How an offer was closed. */
export type OfferOutcome = Exclude<OfferRow['state'], 'open'>

/** Context for opening and closing reinstatement offers. Requests, jobs and webhooks provide it. */
export type OfferContext = Pick<TransactionContext, 'actor' | 'config' | 'db' | 'ip' | 'now' | 'requestId'>

/** Returns the open reinstatement offer of a policy. */
export const findOpenOffer = (db: Kysely<DB>, policyId: string): Promise<OfferRow | undefined> =>
  db
    .selectFrom('reinstatement_offers')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where('state', '=', 'open')
    .executeTakeFirst()

/** A term that was cancelled for nonpayment and can be reinstated, with its amounts. */
export interface ReinstatableTerm extends CancelledTerm {
  policyId: string
  productId: number
  state: string
  timeZone: string | null
  inceptionDate: string
  expirationDate: string
  /** First day without coverage, `YYYY-MM-DD`. */
  coverageEndedOn: string
}

/** A term whose coverage resumes after a lapse. The amount that was returned excludes the charges for the lapse. */
export interface LapsedTerm extends ReinstatableTerm {
  lapse: Lapse
  charges: LapseCharges
}

/**
 * Returns the amounts of a policy that the system or staff cancelled for nonpayment (05). Returns undefined if the
 * policy is not cancelled, has another reason, or was cancelled in another system. Lock the policy balance first.
 */
export async function findReinstatableTerm(db: Kysely<DB>, policyId: string): Promise<ReinstatableTerm | undefined> {
  const { rows } = await sql<Omit<ReinstatableTerm, 'coverageEndedOn' | 'dueCents' | 'returnedCents'>>`${prepared}
    select p.policy_id as "policyId", p.product_id as "productId", p.state, p.time_zone as "timeZone",
      p.inception_date as "inceptionDate", p.expiration_date as "expirationDate",
      -- A reinstatement invoices the term again, so earlier amounts no longer count.
      (select coalesce(json_agg(json_build_object('obligationNo', o.obligation_no, 'dueDate', o.invoiced_due_date,
          'amountCents', o.amount_cents) order by o.obligation_no), '[]')
        from obligations o where o.policy_id = p.policy_id and o.purpose <> 'returnedPayment' and o.obligation_no >= coalesce((select max(r.obligation_no)
          from obligations r where r.policy_id = p.policy_id and r.purpose = 'reinstatement'), 0)) as invoiced
    from policies p
    where p.policy_id = ${policyId} and p.cancelled_at is not null and p.pending_cancel_at is null
      and p.cancel_reason_code = '05'`.execute(db)
  const [term] = rows
  const cancellation = term && (await findPostedCancellation(db, policyId, 'cancel'))
  if (!cancellation) return undefined
  const { dueCents } = await getPolicyBalance(db, policyId)
  return {
    ...{ ...term, dueCents, returnedCents: 0 - cancellation.totalCents },
    coverageEndedOn: getLaterDate(cancellation.effectiveDate, term.inceptionDate),
  }
}

/**
 * Returns the term as it is if coverage resumes on a date after a lapse (DEL-26). Returns undefined if coverage ended on
 * or after this date, so that there is no lapse.
 */
export async function getLapsedTerm(
  db: Kysely<DB>,
  term: ReinstatableTerm,
  resumesOn: string,
): Promise<LapsedTerm | undefined> {
  const lapse = { from: term.coverageEndedOn, to: resumesOn }
  if (lapse.from >= lapse.to) return undefined
  const charges = calculateLapseCharges(await readTerm(db, term), lapse)
  return { ...term, lapse, charges, returnedCents: term.returnedCents - charges.totalCents }
}

/** Amounts that are missing for a reinstatement on a date, in cents. Negative if more was paid. */
export interface MissingAmounts {
  missingCents: number
  isCovered: boolean
  /** Undefined if coverage ended on or after the date. */
  lapseMissingCents: number | undefined
  isLapseCovered: boolean
}

/**
 * Returns the amounts that are missing to reinstate a term without and with a lapse (DEL-19, DEL-27). A shortfall that can
 * be written off is allowed (DEL-4).
 */
export async function getMissingAmounts(
  { db, now }: Pick<OfferContext, 'db' | 'now'>,
  term: ReinstatableTerm,
  date: string,
): Promise<MissingAmounts> {
  const limitCents = await readWriteOffLimitCents(db, now)
  const missingCents = getShortfallCents(term, date)
  const lapsed = await getLapsedTerm(db, term, date)
  const lapseMissingCents = lapsed && getShortfallCents(lapsed, date)
  return {
    ...{ missingCents, isCovered: missingCents <= limitCents },
    ...{ lapseMissingCents, isLapseCovered: lapseMissingCents !== undefined && lapseMissingCents <= limitCents },
  }
}

/**
 * Records whether the payments cover an open offer only with a lapse. Returns whether they cover it at all. Call it with
 * the policy balance locked, after the payments of the policy changed.
 */
export async function updateOfferCoverage(
  ctx: Pick<OfferContext, 'db' | 'now'>,
  term: ReinstatableTerm,
  offer: OfferRow,
): Promise<boolean> {
  const { isCovered, isLapseCovered } = await getMissingAmounts(ctx, term, offer.offered_on)
  const isLapseRequired = isLapseCovered && !isCovered
  if (offer.is_lapse_required !== isLapseRequired)
    await ctx.db
      .updateTable('reinstatement_offers')
      .set({ is_lapse_required: isLapseRequired })
      .where('reinstatement_offer_id', '=', offer.reinstatement_offer_id)
      .execute()
  return isCovered || isLapseCovered
}
