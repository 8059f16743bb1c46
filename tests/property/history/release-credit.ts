import { getCredit, type Payees, refundInProportion } from '../payer-model.ts'
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

/** Returns the premium that a change returns for the days before `date`, which is in days from inception. */
export const elapsedReturnCents = (before: Story, after: Story, date: number): number => {
  const elapsed = Math.min(Math.max(0, date), before.days)
  return priceModelDays(before, elapsed) - priceModelDays(after, elapsed)
}

/** Releases the return premium of an endorsement. If it includes elapsed days, all of it waits for a second person. */
export function releaseEndorsement(
  book: PolicyModel,
  about: { cause: 'endorsement' | 'renewal'; day: number; cents: number; elapsedCents: number },
): void {
  const { cause, day, cents, elapsedCents } = about
  if (elapsedCents > 0)
    book.reviews.push({
      ...{ cause, heldBy: 'elapsedDays', cents: Math.max(elapsedCents, cents), change: undefined },
      ...{ reason: '', day },
    })
  else if (cents > 0) release(book, { cause, reason: '', day, cents })
}
