import { formatDollars } from '../../http/money.ts'
import { getPolicyBalance } from '../../ledger/store.ts'
import { getEmailRecipients } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { describeHeldRefund } from '../refunds/held-refund-messages.ts'
import { getPayees } from '../refunds/pay-refund.ts'
import { describeRefundPayees } from '../refunds/refund-payees.ts'
import type { ReleasedPremium } from '../refunds/release-return-premium.ts'
import type { OfferContext, OfferOutcome } from './read-offer.ts'

/** A new reinstatement offer. Amounts are in cents, dates are `YYYY-MM-DD` at the property. */
export interface ReinstatementOfferNotice {
  policyId: string
  /** Amount of the payment. */
  amountCents: number
  /** Amount needed to reinstate, before this payment is subtracted. */
  neededCents: number
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
  return { ...(await getEmailRecipients(ctx, policy)), coverageEndedOn: policy.coverageEndedOn ?? '' }
}

/** Emails the policyholder and the agency about the offer: what to do, and by which date (DEL-19). */
export async function notifyReinstatementOffered(ctx: OfferContext, offer: ReinstatementOfferNotice): Promise<void> {
  const { policyholder, agency, coverageEndedOn } = await getRecipients(ctx, offer.policyId)
  const { amountCents, neededCents, heldCents, expiresOn } = offer
  const values = {
    ...{ coverageEndedOn, amountCents, neededCents, expiresOn },
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
  const { policyholder, agency, coverageEndedOn } = await getRecipients(ctx, policyId)
  const balanceCents = Math.max(0, (await getPolicyBalance(ctx.db, policyId)).dueCents)
  const payees = describeRefundPayees(await getPayees(ctx.db, released?.refundIds ?? []))
  const buildValues = (audience: 'policyholder' | 'agency') => ({
    ...{ coverageEndedOn, balanceCents, reasonWords: reasons[outcome] },
    moneyWords:
      [payees, ...(released?.held ?? []).map((one) => describeHeldRefund(one, audience))].filter(Boolean).join(' ') ||
      'No refund is due.',
  })
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'reinstatement-offer-closed' },
      values: { ...policyholder.values, ...buildValues('policyholder') },
    })
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-reinstatement-offer-closed' },
      values: { ...agency.values, ...buildValues('agency') },
    })
}
