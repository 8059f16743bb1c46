import { writeAuditEntry } from '../../audit/audit.ts'
import { addDays, getEarlierDate } from '../../calendar/days.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { toDollars } from '../../http/money.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { readSettings, readWriteOffLimitCents } from '../../settings/settings.ts'
import { getFreeCreditCents, type HeldRefund } from '../refunds/release-return-premium.ts'
import { openReview } from '../refunds/reviews.ts'
import { getMissingCents } from './amount-needed.ts'
import { reinstatementOfferedEvent } from './events.ts'
import { findOpenOffer, findReinstatableTerm, type OfferContext, type ReinstatableTerm } from './read-offer.ts'

interface SettledPayment {
  policyPaymentId: string
  policyId: string
  /** Amount in cents, without a card fee. */
  amountCents: number
}

/**
 * Creates the offer if the payment covers the amount needed, except for a balance that can be written off (DEL-4).
 * Returns whether there is one.
 */
async function createOffer(
  ctx: OfferContext,
  term: ReinstatableTerm,
  { policyId, policyPaymentId, amountCents }: SettledPayment,
  today: string,
): Promise<boolean> {
  const missingCents = getMissingCents(term, today)
  const neededCents = missingCents + amountCents
  if (neededCents <= 0 || missingCents > (await readWriteOffLimitCents(ctx.db, ctx.now))) return false
  const { 'reinstatement.offerDays': offerDays } = await readSettings(ctx.db, ctx.now)
  const expiresOn = getEarlierDate(addDays(today, offerDays), addDays(term.expirationDate, -1))
  const { id } = await ctx.db
    .insertInto('reinstatement_offers')
    .values({
      ...{ policy_id: policyId, policy_payment_id: policyPaymentId, amount_cents: amountCents },
      ...{ needed_cents: neededCents, offered_on: today, expires_on: expiresOn, created_at: ctx.now },
    })
    .returning('reinstatement_offer_id as id')
    .executeTakeFirstOrThrow()
  await publishEvent(ctx, reinstatementOfferedEvent, { policyId, policyPaymentId, amountCents, neededCents, expiresOn })
  await writeAuditEntry(ctx, {
    ...{ action: 'reinstatementOffer.create', entity: 'reinstatementOffer', entityId: id, policyId },
    details: { policyPaymentId, amount: toDollars(amountCents), needed: toDollars(neededCents), expiresOn },
  })
  return true
}

/**
 * Handles a payment that settled after a cancellation for nonpayment (DEL-19). If it covers the amount needed to
 * reinstate, opens an offer and puts the money that the policy does not owe on hold. Later payments are put on hold, too,
 * while the offer is open. Returns the amount on hold. Returns undefined if no offer is open.
 *
 * Call it in the transaction that settles the payment, with the policy and its balance locked.
 */
export async function holdForReinstatement(
  ctx: OfferContext,
  payment: SettledPayment,
): Promise<HeldRefund[] | undefined> {
  const { policyId, policyPaymentId, amountCents } = payment
  const term = await findReinstatableTerm(ctx.db, policyId)
  if (!term) return undefined
  const today = getPropertyDate(ctx.now, term)
  if (today >= term.expirationDate) return undefined
  const isOffered =
    (await findOpenOffer(ctx.db, policyId)) !== undefined || (await createOffer(ctx, term, payment, today))
  if (!isOffered) return undefined
  const cents = Math.min(amountCents, await getFreeCreditCents(ctx, policyId))
  if (cents <= 0) return []
  await openReview(
    { ...ctx, actor: { kind: 'job', name: 'Tideline' } },
    {
      ...{ policyId, policyPaymentId, cause: 'latePayment', holdReason: 'reinstatement', amountCents: cents },
      ...{ effectiveDate: today, reasonCode: undefined },
    },
  )
  return [{ by: 'reinstatement', cents }]
}
