import { getCost, getTotal, type Term } from '../cancellation-model.ts'
import {
  getCredit,
  getDue,
  getReceived,
  type HoldCheck,
  type ModelPayment,
  type Payees,
  refundInProportion,
  refundPayment,
} from '../payer-model.ts'
import { priceModelDays, type TermChange, type TermInput } from '../reference-model.ts'
import { reviewAboveCents } from './context.ts'
import {
  getMinimumCents,
  hasClaimOnReturnPremium,
  type PolicyModel,
  type Review,
  reduceEarnedPremium,
} from './policy-model.ts'
import { sum } from './random.ts'

/** Returns the cents of refunds that no second person approved. */
const getUnreviewedCents = ({ payments, approvedCents }: PolicyModel) =>
  Math.max(0, sum(payments.map(({ refundedCents }) => refundedCents)) - approvedCents)

/**
 * Returns the cost of the elapsed days of a term at its current prices, at least the minimum earned premium, plus the return premium for these days that no
 * second person approved.
 */
function getElapsedCost(policy: PolicyModel): number {
  if (policy.endedOn === null || policy.earned.days === 0) return getMinimumCents(policy)
  const cost = getTotal(getCost(policy, priceModelDays(policy.termInput, policy.earned.days)))
  return Math.max(getMinimumCents(policy), Math.min(policy.invoicedCents, cost) + getWithheldElapsed(policy))
}

/**
 * Returns the money that was transferred from policies lacking earned premium. Only two people together can refund it
 * (REF-9).
 */
function getTransferredToKeep(policies: readonly PolicyModel[], policy: PolicyModel): number {
  const transferred = policy.payments.filter(({ isTransferred, isReturned }) => isTransferred && !isReturned)
  const others = policies.filter((other) => other !== policy)
  return sum(
    others.map((other) => {
      const here = transferred.filter(
        ({ originalPayment }) => originalPayment && other.payments.includes(originalPayment),
      )
      const cents = sum(here.map((one) => one.originalCents - (one.transferredCents ?? 0)))
      return Math.min(Math.max(0, cents), Math.max(0, getElapsedCost(other) - getReceived(other)))
    }),
  )
}

function findHold(
  policies: readonly PolicyModel[],
  policy: PolicyModel,
  cents: number,
  isForNewPolicy: boolean,
): Review['holdReason'] | undefined {
  if (hasClaimOnReturnPremium(policy)) return 'claim'
  if (isForNewPolicy) return 'newPolicy'
  if (getUnreviewedCents(policy) + cents > reviewAboveCents) return 'amount'
  const transferred = getTransferredToKeep(policies, policy)
  const isTransferred = transferred > 0 && getReceived(policy) - cents < getElapsedCost(policy) + transferred
  return isTransferred ? 'transferred' : undefined
}

/** Returns the policy's credit minus amounts on hold. */
export const getFreeCredit = (policy: PolicyModel): number =>
  Math.max(
    0,
    getCredit(policy) -
      sum(policy.declinedReviews.map(({ cents }) => cents)) -
      sum(policy.reviews.filter(({ change }) => !change).map(({ cents }) => cents)),
  )

/** Refunds return premium to the original payers, or puts it on hold for a review. */
export function releaseReturnPremium(
  policies: readonly PolicyModel[],
  policy: PolicyModel,
  about: Pick<Review, 'cause' | 'reason' | 'day' | 'endorsement'> & { cents?: number; isForNewPolicy?: boolean },
  payees: Payees = new Map(),
): Payees {
  const { cause, reason, day, endorsement, isForNewPolicy = false } = about
  const free = getFreeCredit(policy)
  const cents = Math.min(about.cents ?? free, free)
  if (cents <= 0) return payees
  const holdReason = findHold(policies, policy, cents, isForNewPolicy)
  if (!holdReason)
    return refundInProportion(policy, cents, {
      payees,
      getHeld: (payment) => getHeldForCheck(policy, payment),
      holdCheck: createCheckHold(policy, { cause, reason, day, endorsement }),
    })
  policy.reviews.push({ cause, holdReason, cents, change: undefined, reason, day, endorsement })
  return payees
}

/** Returns the amount of a payment that is on hold until the check is confirmed (REF-13). */
export const getHeldForCheck = ({ reviews }: PolicyModel, payment: ModelPayment): number =>
  sum(
    reviews
      .filter((review) => review.holdReason === 'check' && review.payment?.rowId === payment.rowId)
      .map(({ cents }) => cents),
  )

/** Returns a function that puts the refund of a check on hold. */
export const createCheckHold =
  (policy: PolicyModel, about: Pick<Review, 'cause' | 'reason' | 'day' | 'endorsement'>): HoldCheck =>
  (payment, cents) => {
    policy.reviews.push({ ...about, holdReason: 'check', cents, change: undefined, payment })
  }

/** Returns the cents of return premium for elapsed days that no second person approved. */
export const getWithheldElapsed = ({
  declinedReviews,
  reviews,
}: Pick<PolicyModel, 'declinedReviews' | 'reviews'>): number =>
  sum([...declinedReviews, ...reviews].map(({ holdReason, cents }) => (holdReason === 'elapsedDays' ? cents : 0)))

/** Returns the credit that a review may refund. It excludes return premium for elapsed days that has its own review. */
export function getReviewCredit(policy: PolicyModel, review: Review): number {
  const reviews = policy.reviews.filter((one) => one !== review)
  return Math.max(0, getCredit(policy) - getWithheldElapsed({ ...policy, reviews }))
}

/**
 * Refunds a payment that settled after the cancellation to its payer, or puts the refund on hold. Does nothing and
 * returns false if the policy owes money or is not cancelled.
 */
export function releaseLatePayment(
  policies: readonly PolicyModel[],
  policy: PolicyModel,
  payment: ModelPayment,
  amountCents = payment.originalCents,
): boolean {
  if (!policy.ended || getDue(policy) >= 0) return false
  const cents = Math.min(amountCents, getFreeCredit(policy))
  const holdReason = cents > 0 && findHold(policies, policy, cents, false)
  const about = { cause: 'latePayment' as const, change: undefined, reason: '', day: 0 }
  if (holdReason) policy.reviews.push({ ...about, holdReason, cents, payment })
  else {
    const part = Math.min(cents, Math.max(0, payment.leftCents - getHeldForCheck(policy, payment)))
    if (part > 0 && payment.isCheck) createCheckHold(policy, about)(payment, part)
    else if (part > 0) refundPayment(policy, payment, part)
  }
  return true
}

/** Returns the amount that a change returns for the days before `date` (in days from inception), and its premium. Negative for a charge. */
export function getElapsedReturn(term: Term, after: TermInput, date: number): { cents: number; premium: number } {
  const elapsed = Math.min(Math.max(0, date), after.days)
  const [was, is] = [priceModelDays(term.termInput, elapsed), priceModelDays(after, elapsed)]
  return { cents: getTotal(getCost(term, was)) - getTotal(getCost(term, is)), premium: was - is }
}

/**
 * Releases the return premium of an endorsement. If any of it is for elapsed days, all of it is put on hold for a
 * second person.
 */
export function releaseEndorsement(
  policies: readonly PolicyModel[],
  policy: PolicyModel,
  about: {
    cause: 'endorsement' | 'renewal' | 'reversal'
    day: number
    cents: number
    elapsed: ReturnType<typeof getElapsedReturn>
    /** The endorsement, which can be reversed. Undefined for a reversal. */
    endorsement: TermChange | undefined
  },
): void {
  const { cause, day, cents, elapsed, endorsement } = about
  policy.earned.cents += Math.max(0, -elapsed.premium)
  if (elapsed.premium > 0)
    policy.reviews.push({
      ...{ cause, holdReason: 'elapsedDays', cents: Math.max(elapsed.cents, cents), change: undefined },
      ...{ elapsedPremium: elapsed.premium, reason: '', day, endorsement },
    })
  else if (cents > 0) releaseReturnPremium(policies, policy, { cause, reason: '', day, cents, endorsement })
}

/**
 * Withdraws the reviews of a reversed endorsement and of the changes that it caused in renewals (REF-10). The policy owes
 * this money again.
 */
export function withdrawEndorsementReviews(policies: readonly PolicyModel[], endorsement: TermChange): void {
  for (const policy of policies) {
    const isOther = (review: Review) => review.endorsement !== endorsement
    for (const { endorsement: of, elapsedPremium = 0 } of [...policy.reviews, ...policy.declinedReviews])
      if (of === endorsement) reduceEarnedPremium(policy, elapsedPremium)
    policy.reviews = policy.reviews.filter(isOther)
    policy.declinedReviews = policy.declinedReviews.filter(isOther)
  }
}
