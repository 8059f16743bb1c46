import { formatUsDate } from '../../calendar/format-date.ts'
import { formatDollars } from '../../http/money.ts'
import { getPolicyBalance } from '../../ledger/store.ts'
import { getEmailRecipients, getPolicyholderValues } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { enqueueLetters } from '../../notifications/enqueue-letter.ts'
import type { Lapse } from '../../pricing/term.ts'
import { describeHeldRefund } from '../refunds/held-refund-messages.ts'
import { getPayees } from '../refunds/pay-refund.ts'
import { describeRefundPayees } from '../refunds/refund-payees.ts'
import { getHeldCents, type ReleasedPremium } from '../refunds/release-return-premium.ts'
import type { OfferContext, OfferOutcome } from './read-offer.ts'

/** The lapse that a reinstatement can have, with the amount needed in cents before the payment (DEL-26). */
export interface OfferedLapse extends Lapse {
  neededCents: number
  /** Whether the payments do not cover a reinstatement without a lapse. */
  isRequired: boolean
}

/** A new reinstatement offer. Amounts are in cents, dates are `YYYY-MM-DD` at the property. */
export interface ReinstatementOfferNotice {
  policyId: string
  /** Amount of the payment. */
  amountCents: number
  /** Amount needed to reinstate, before this payment is subtracted. */
  neededCents: number
  /** Undefined if coverage ended on the date of the payment. */
  lapse: OfferedLapse | undefined
  /** Amount of the payment that is on hold. */
  heldCents: number
  /** Last date on which the offer can be accepted. */
  expiresOn: string
}

export interface ClosedOfferNotice {
  policyId: string
  outcome: OfferOutcome
  /** Refunds that were sent or put on hold. Undefined if the policy was reinstated. */
  released: ReleasedPremium | undefined
}

async function getRecipients(ctx: OfferContext, policyId: string) {
  const policy = await ctx.db
    .selectFrom('policies')
    .select(['policy_id as policyId', 'policy_no as policyNo', 'agency_id as agencyId', 'email'])
    .select(['first_name as firstName', 'insured_name as insuredName', 'address_line as addressLine'])
    .select('cancel_effective_date as coverageEndedOn')
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
  return { policy, ...(await getEmailRecipients(ctx, policy)), coverageEndedOn: policy.coverageEndedOn ?? '' }
}

/** Describes whether a reinstatement would have a lapse (DEL-26). */
function describeOfferedLapse(lapse: OfferedLapse | undefined): string {
  if (!lapse) return 'If we reinstate it, there is no lapse in coverage.'
  const gap = `losses from ${formatUsDate(lapse.from)} until then are not covered, and the premium for these days is not charged`
  return lapse.isRequired
    ? `The payment does not cover the days since coverage ended. If we reinstate it, coverage resumes on ${formatUsDate(lapse.to)}: ${gap}.`
    : `If we reinstate it, there is either no lapse in coverage, or coverage resumes on ${formatUsDate(lapse.to)}. In that case, ${gap}.`
}

/** Emails the policyholder and the agency about the offer: what to do, and by which date (DEL-19). */
export async function notifyReinstatementOffered(ctx: OfferContext, offer: ReinstatementOfferNotice): Promise<void> {
  const { policy, policyholder, agency, coverageEndedOn } = await getRecipients(ctx, offer.policyId)
  const { amountCents, lapse, heldCents, expiresOn } = offer
  const neededCents = lapse?.isRequired ? lapse.neededCents : offer.neededCents
  const values = {
    ...{ coverageEndedOn, amountCents, neededCents, expiresOn, lapseWords: describeOfferedLapse(lapse) },
    otherwiseWords:
      heldCents > 0
        ? `We then refund ${formatDollars(heldCents)} to the payer.`
        : 'The payment then covers what is owed for the time the policy was in force.',
  }
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'reinstatement-offer' },
      values: { ...policyholder.values, ...values },
    })
  await enqueueLetters(ctx.db, [
    { policy, template: 'reinstatement-offer', values: { ...getPolicyholderValues(policy), ...values } },
  ])
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-reinstatement-offer' },
      values: { ...agency.values, ...values },
    })
}

const reasons: Record<Exclude<OfferOutcome, 'accepted'>, string> = {
  declined: 'We have decided not to reinstate it.',
  expired: 'The last date to reinstate it has passed.',
  withdrawn: 'The payment was returned or moved, so it no longer covers the amount needed to reinstate it.',
}

/**
 * Emails the policyholder and the agency that the policy is not reinstated, and who receives the refund (DEL-20). Sends
 * nothing for a reinstatement, which has its own email.
 */
export async function notifyOfferClosed(
  ctx: OfferContext,
  { policyId, outcome, released }: ClosedOfferNotice,
): Promise<void> {
  if (outcome === 'accepted') return
  const { policy, policyholder, agency, coverageEndedOn } = await getRecipients(ctx, policyId)
  const balanceCents = Math.max(0, (await getPolicyBalance(ctx.db, policyId)).dueCents)
  const payees = describeRefundPayees(await getPayees(ctx.db, released?.refundIds ?? []))
  const buildValues = (audience: 'policyholder' | 'agency') => ({
    ...{ coverageEndedOn, balanceCents, heldCents: getHeldCents(released), reasonWords: reasons[outcome] },
    moneyWords:
      [payees, ...(released?.held ?? []).map((one) => describeHeldRefund(one, audience))].filter(Boolean).join(' ') ||
      'No refund is due.',
  })
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'reinstatement-offer-closed' },
      values: { ...policyholder.values, ...buildValues('policyholder') },
    })
  await enqueueLetters(ctx.db, [
    {
      ...{ policy, template: 'reinstatement-offer-closed' },
      values: { ...getPolicyholderValues(policy), ...buildValues('policyholder') },
    },
  ])
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-reinstatement-offer-closed' },
      values: { ...agency.values, ...buildValues('agency') },
    })
}
