import { getCost, getTotal, type Term } from '../cancellation-model.ts'
import { getCredit, getDue, type Paid, type Payees, refundInProportion, refundPayment } from '../payer-model.ts'
import { priceModelDays, type Story } from '../reference-model.ts'
import { reviewAboveCents } from './context.ts'
import { hasClaimOnReturnPremium, type PolicyModel, type Review } from './policy-model.ts'
import { sum } from './random.ts'

/** Returns the refunded cents that no second person approved. */
const unreviewedCents = ({ payments, approvedCents }: PolicyModel) =>
  Math.max(0, sum(payments.map(({ refundedCents }) => refundedCents)) - approvedCents)

function findHold(book: PolicyModel, cents: number, isForNewPolicy: boolean): Review['heldBy'] | undefined {
  if (hasClaimOnReturnPremium(book)) return 'claim'
  if (isForNewPolicy) return 'newPolicy'
  return unreviewedCents(book) + cents > reviewAboveCents ? 'amount' : undefined
}

/** Returns the credit that is not on hold for a review. */
export const getFreeCredit = (book: PolicyModel): number =>
  Math.max(
    0,
    getCredit(book) - book.declinedCents - sum(book.reviews.filter(({ change }) => !change).map(({ cents }) => cents)),
  )

/** Releases return premium: refunds it to the original payers, or puts it on hold for a review. */
export function release(
  book: PolicyModel,
  about: Pick<Review, 'cause' | 'reason' | 'day'> & { cents?: number; isForNewPolicy?: boolean },
  payees: Payees = new Map(),
): Payees {
  const { cause, reason, day, isForNewPolicy = false } = about
  const free = getFreeCredit(book)
  const cents = Math.min(about.cents ?? free, free)
  if (cents <= 0) return payees
  const heldBy = findHold(book, cents, isForNewPolicy)
  if (!heldBy) return refundInProportion(book, cents, payees)
  book.reviews.push({ cause, heldBy, cents, change: undefined, reason, day })
  return payees
}

/** Return premium for elapsed days that no second person approved. */
export const getWithheldElapsed = ({
  declinedCents,
  reviews,
}: Pick<PolicyModel, 'declinedCents' | 'reviews'>): number =>
  declinedCents + sum(reviews.map(({ heldBy, cents }) => (heldBy === 'elapsedDays' ? cents : 0)))

/** Credit that a review may pay: return premium for elapsed days leaves by its own review only. */
export function getCreditFor(book: PolicyModel, review: Review): number {
  const reviews = book.reviews.filter((one) => one !== review)
  return Math.max(0, getCredit(book) - getWithheldElapsed({ ...book, reviews }))
}

/** A payment that settles after coverage ended is refunded to its payer, or held, as far as nothing is owed. False where it pays something. */
export function releaseLatePayment(book: PolicyModel, payment: Paid): boolean {
  if (!book.ended || getDue(book) >= 0) return false
  const cents = Math.min(payment.originalCents, getFreeCredit(book))
  const heldBy = cents > 0 && findHold(book, cents, false)
  const about = { cause: 'latePayment' as const, change: undefined, reason: '', day: 0 }
  if (heldBy) book.reviews.push({ ...about, heldBy, cents, payment })
  else if (cents > 0) refundPayment(book, payment, cents)
  return true
}

/** What a change returns for the days before a date, in days from the inception, and what of it is premium. Below zero where it charges. */
export function getElapsedReturn(term: Term, after: Story, date: number): { cents: number; premium: number } {
  const elapsed = Math.min(Math.max(0, date), after.days)
  const [was, is] = [priceModelDays(term.story, elapsed), priceModelDays(after, elapsed)]
  return { cents: getTotal(getCost(term, was)) - getTotal(getCost(term, is)), premium: was - is }
}

/** Releases the return premium of an endorsement. If it includes elapsed days, all of it waits for a second person. */
export function releaseEndorsement(
  book: PolicyModel,
  about: {
    cause: 'endorsement' | 'renewal' | 'reversal'
    day: number
    cents: number
    elapsed: ReturnType<typeof getElapsedReturn>
  },
): void {
  const { cause, day, cents, elapsed } = about
  book.earned.cents += Math.max(0, -elapsed.premium)
  if (elapsed.premium > 0)
    book.reviews.push({
      ...{ cause, heldBy: 'elapsedDays', cents: Math.max(elapsed.cents, cents), change: undefined },
      ...{ elapsedPremium: elapsed.premium, reason: '', day },
    })
  else if (cents > 0) release(book, { cause, reason: '', day, cents })
}
