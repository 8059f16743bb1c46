import { sql } from 'kysely'
import { writeAuditEntry } from '../../audit/audit.ts'
import { addDays, getEarlierDate } from '../../calendar/days.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { prepared } from '../../db/prepared-statement.ts'
import { toDollars } from '../../http/money.ts'
import { createOverpayment } from '../../ledger/overpayment.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { readSettings } from '../../settings/settings.ts'
import { getFreeCreditCents, type HeldRefund } from '../refunds/release-return-premium.ts'
import { openReview } from '../refunds/reviews.ts'
import { reinstatementOfferedEvent } from './events.ts'
import type { OfferedLapse } from './notify-offer.ts'
import {
  findOpenOffer,
  findReinstatableTerm,
  getMissingAmounts,
  type OfferContext,
  type ReinstatableTerm,
  updateOfferCoverage,
} from './read-offer.ts'

interface SettledPayment {
  policyPaymentId: string
  policyId: string
  /** Amount in cents, without a card fee. */
  amountCents: number
}

interface NewOffer {
  offerId: string
  neededCents: number
  lapse: OfferedLapse | undefined
  expiresOn: string
}

/**
 * Creates an offer if the payment covers the amount needed to reinstate, at least with a lapse. Otherwise, returns
 * undefined.
 */
async function createOffer(
  ctx: OfferContext,
  term: ReinstatableTerm,
  { policyId, policyPaymentId, amountCents }: SettledPayment,
  today: string,
): Promise<NewOffer | undefined> {
  const { missingCents, isCovered, lapseMissingCents, isLapseCovered } = await getMissingAmounts(ctx, term, today)
  const neededCents = missingCents + amountCents
  const lapseNeededCents = lapseMissingCents === undefined ? undefined : Math.max(0, lapseMissingCents + amountCents)
  if (neededCents <= 0 || !(isCovered || (isLapseCovered && lapseNeededCents))) return undefined
  const { 'reinstatement.offerDays': offerDays } = await readSettings(ctx.db, ctx.now)
  const expiresOn = getEarlierDate(addDays(today, offerDays), addDays(term.expirationDate, -1))
  const { offerId } = await ctx.db
    .insertInto('reinstatement_offers')
    .values({
      ...{ policy_id: policyId, policy_payment_id: policyPaymentId, amount_cents: amountCents },
      ...{ needed_cents: neededCents, offered_on: today, expires_on: expiresOn, created_at: ctx.now },
      ...{ lapse_needed_cents: lapseNeededCents ?? null, is_lapse_required: !isCovered },
    })
    .returning('reinstatement_offer_id as offerId')
    .executeTakeFirstOrThrow()
  const lapse =
    lapseNeededCents === undefined
      ? undefined
      : { from: term.coverageEndedOn, to: today, neededCents: lapseNeededCents, isRequired: !isCovered }
  return { offerId, neededCents, lapse, expiresOn }
}

/**
 * Places a hold on the amount by which a payment exceeds the cancelled policy's debt. Returns this amount in cents.
 */
async function holdCredit(
  ctx: OfferContext,
  { policyId, policyPaymentId, amountCents }: SettledPayment,
  today: string,
): Promise<number> {
  const cents = Math.min(amountCents, await getFreeCreditCents(ctx, policyId))
  if (cents <= 0) return 0
  await openReview(
    { ...ctx, actor: { kind: 'job', name: 'Tideline' } },
    {
      ...{ policyId, policyPaymentId, cause: 'latePayment', holdReason: 'reinstatement', amountCents: cents },
      ...{ effectiveDate: today, reasonCode: undefined },
    },
  )
  return cents
}

/** Notifies the policyholder and the agency of a new offer. Adds the offer to the audit log. */
async function announceOffer(
  ctx: OfferContext,
  { policyId, policyPaymentId, amountCents }: SettledPayment,
  { offerId, neededCents, lapse, expiresOn }: NewOffer,
  heldCents: number,
): Promise<void> {
  await publishEvent(ctx, reinstatementOfferedEvent, {
    ...{ policyId, amountCents, neededCents, lapse, heldCents, expiresOn },
  })
  await writeAuditEntry(ctx, {
    ...{ action: 'reinstatementOffer.create', entity: 'reinstatementOffer', entityId: offerId, policyId },
    details: {
      ...{ policyPaymentId, amount: toDollars(amountCents), needed: toDollars(neededCents), expiresOn },
      ...(lapse && { neededWithLapse: toDollars(lapse.neededCents), isLapseRequired: lapse.isRequired }),
    },
  })
}

/** A payment that was put on hold for a reinstatement offer. */
interface HeldPayment {
  /** Whether this payment opened the offer. The payer was then notified of the offer. */
  isNewOffer: boolean
  held: HeldRefund[]
}

/**
 * Handles a payment that settled after a cancellation for nonpayment (DEL-19). If the payment covers the amount needed
 * to reinstate, opens an offer. While an offer is open, puts money that the policy does not owe on hold. Returns
 * undefined if no offer is open.
 *
 * Call it in the transaction that settles the payment, with the policy and its balance locked.
 */
export async function holdForReinstatement(
  ctx: OfferContext,
  payment: SettledPayment,
): Promise<HeldPayment | undefined> {
  const term = await findReinstatableTerm(ctx.db, payment.policyId)
  if (!term) return undefined
  const today = getPropertyDate(ctx.now, term)
  if (today >= term.expirationDate) return undefined
  const open = await findOpenOffer(ctx.db, payment.policyId)
  const created = open ? undefined : await createOffer(ctx, term, payment, today)
  if (!open && !created) return undefined
  if (open) await updateOfferCoverage(ctx, term, open)
  const cents = await holdCredit(ctx, payment, today)
  if (created) await announceOffer(ctx, payment, created, cents)
  return { isNewOffer: created !== undefined, held: cents > 0 ? [{ by: 'reinstatement', cents }] : [] }
}

/**
 * Handles a payment that may exceed the amount due. Puts the excess on hold for a reinstatement (DEL-19), or creates an
 * overpayment that staff resolve (REF-4). Call it after posting the payment, with the policy and its balance locked.
 */
export async function handleExcessPayment(ctx: OfferContext, payment: SettledPayment): Promise<void> {
  // Most payments are for policies in force that owe at least the payment.
  const { rows } = await sql`${prepared} select from policies p join policy_balances b using (policy_id)
    where p.policy_id = ${payment.policyId} and (p.cancelled_at is not null or b.due_cents < 0)`.execute(ctx.db)
  if (rows.length === 0) return
  if (!(await holdForReinstatement(ctx, payment))) await createOverpayment(ctx.db, { ...payment, now: ctx.now })
}
