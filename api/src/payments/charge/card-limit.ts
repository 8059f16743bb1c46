import { cardLimit } from '@tideline/sdk/words'

/** Total due, in cents, above which product 1 cannot be paid by card, before the card fee (PAY-1). */
const cardLimitCents = cardLimit * 100

/** Returns whether a policy cannot be paid by card: residential flood with more than $5,000 due. */
export const isOverCardLimit = (productId: number, totalDueCents: number): boolean =>
  productId === 1 && totalDueCents > cardLimitCents
