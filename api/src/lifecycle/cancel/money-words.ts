import { sayDollars } from '../../http/money.ts'
import { leavingWords, type Payees } from '../../payments/refunds/leaving-words.ts'
import type { HeldBy } from '../../payments/refunds/reviews.ts'

/** What becomes of the money of a cancelled policy, in cents. */
export interface CancelledMoney {
  /** The end lies ahead: the money waits for it (decision 102). */
  isAhead: boolean
  refundCents: number
  /** To whom it goes; empty where nothing leaves yet. */
  payees: Payees
  held: readonly { by: HeldBy; cents: number }[]
  dueCents: number
}

const words: Record<HeldBy, (amount: string) => string> = {
  claim: (amount) =>
    `${amount} is held back, since a claim was paid in this term: we decide about it and your agent can tell you more.`,
  amount: (amount) =>
    `${amount} is held back until somebody has looked at it a second time, as we do with large refunds.`,
  payment: (amount) => `${amount} goes back when two people of ours want it.`,
  newPolicy: (amount) =>
    `${amount} waits for the policy that is written instead; what that one does not need goes back to whoever paid.`,
}

/** That money is held back, and until when or what (decision 106): the same sentence in mail and on the page. */
export const heldWords = ({ by, cents }: { by: HeldBy; cents: number }): string => words[by](sayDollars(cents))

const leaves = ({ isAhead, refundCents, payees }: CancelledMoney) => {
  if (isAhead) return `${sayDollars(refundCents)} goes back to whoever paid once coverage has ended.`
  return leavingWords(payees)
}

/** What goes back, to whom and when, what is held back and why, and what is still owed (decision 106). */
export function moneyWords(money: CancelledMoney): string {
  const sentences = [
    ...(money.refundCents > 0 ? [leaves(money)] : []),
    ...money.held.map(heldWords),
    ...(money.refundCents === 0 && money.held.length === 0 ? ['Nothing goes back.'] : []),
    ...(money.dueCents > 0 ? [`${sayDollars(money.dueCents)} is still owed for the time that was insured.`] : []),
  ]
  return sentences.join(' ')
}
