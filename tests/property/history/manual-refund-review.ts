import { sendRefund } from '@tideline/api/payments/refunds/refund.ts'
import { getReceived, type ModelPayment } from '../payer-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { type HistoryContext, reviewAboveCents } from './context.ts'
import { getEarnedCents, type PolicyModel } from './policy-model.ts'
import { sum, toCents } from './random.ts'

interface ManualRefund {
  payment: ModelPayment
  cents: number
  /** Whether a claim of the term puts the refund on hold. */
  isHeld: boolean
}

/** Returns the part of the earned premium that the policy has not received or no longer holds. */
const getLackingCents = (policy: PolicyModel) => Math.max(0, getEarnedCents(policy) - getReceived(policy))

/**
 * Returns the amount that the policy must retain unless two people approve a refund. It consists of the policy's earned
 * premium and of money transferred from other policies that lack earned premium.
 */
function getRequiredCents({ policies }: HistoryContext, policy: PolicyModel): number {
  const transferred = policy.payments.filter(({ isTransferred, isReturned }) => isTransferred && !isReturned)
  const others = policies.filter((other) => other !== policy)
  return sum([
    getEarnedCents(policy),
    ...others.map((other) => {
      const here = transferred.filter(
        ({ originalPayment }) => originalPayment && other.payments.includes(originalPayment),
      )
      return Math.min(
        getLackingCents(other),
        Math.max(0, sum(here.map((one) => one.originalCents - (one.transferredCents ?? 0)))),
      )
    }),
  ])
}

/**
 * Returns whether the policy withholds return premium for elapsed days because no second person approved the refund.
 */
const hasWithheld = ({ reviews, declinedReviews }: PolicyModel) =>
  declinedReviews.length > 0 || reviews.some(({ holdReason }) => holdReason === 'elapsedDays')

/**
 * Returns whether a manual refund was put on hold for a second person. Checks that this happened if the refund is large (including
 * earlier refunds of the payment), if staff recorded the payment as a check (REF-12), if a claim requires it, or if the refund
 * includes earned premium (REF-9).
 */
export function checkSecondPerson(
  context: HistoryContext,
  policy: PolicyModel,
  response: Awaited<ReturnType<HistoryContext['callAs']>>,
  { payment, cents, isHeld }: ManualRefund,
): boolean {
  const isOnHold = response.status === 409 && response.body.errors?.[0]?.code === 'requires_second_person'
  const isLarge = payment.refundedCents + cents > reviewAboveCents
  const requiredCents = getRequiredCents(context, policy)
  const takesEarned = requiredCents > 0 && getReceived(policy) - cents < requiredCents
  const isRequired = isLarge || payment.isCheck || isHeld || takesEarned
  if (isRequired || !context.policies.some(hasWithheld))
    assertSame(isOnHold, isRequired, 'whether the manual refund is on hold for a second person')
  return isOnHold
}

/** Approves a manual refund on hold as a second person. If Stripe rejects the refund, the policy keeps the money. */
export async function approveManualRefund(
  context: HistoryContext,
  policy: PolicyModel,
  refund: ManualRefund,
  isRejected = false,
): Promise<void> {
  const path = `/api/v1/policies/${policy.policyNo}/reviews`
  const listed = await context.callAs(context.colleague, `GET ${path}`)
  const open = (listed.body.payload as { state: string; amount: number; reviewId: string; title: string }[]).filter(
    ({ state, title }) => state === 'open' && title.startsWith('Manual refund'),
  )
  assertSame(
    open.map(({ amount }) => toCents(amount)),
    [refund.cents],
    `the manual refunds on hold of ${policy.policyNo}`,
  )
  const body = { decision: 'approve', note: 'Checked the amounts.' }
  context.log('  approved by a second person')
  assertStatus(await context.callAs(context.colleague, `POST ${path}/${open[0]?.reviewId}`, body), 200)
  const { policy_payment_id: refundId } = await context.db
    .selectFrom('payments')
    .select('policy_payment_id')
    .where('refund_review_id', '=', String(open[0]?.reviewId))
    .executeTakeFirstOrThrow()
  await sendRefund(context.createJobContext('send-refund'), refundId)
  const { status } = await context.db
    .selectFrom('payments')
    .select('status')
    .where('policy_payment_id', '=', refundId)
    .executeTakeFirstOrThrow()
  // A refund to a bank account is processing for days.
  const isFailed = status !== 'processing' && status !== 'refunded'
  assertSame(isFailed, isRejected, 'whether the refund failed')
  if (isRejected) return
  policy.approvedCents += refund.cents
  policy.heldCents -= refund.cents
}
