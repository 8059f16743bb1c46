import { cardLimit } from '@tideline/sdk/words'

/** Limit for the total due, in cents, above which product 1 cannot be paid by card (PAY-1). Excludes the card fee. */
const cardLimitCents = cardLimit * 100

/** Returns whether a policy cannot be paid by card. This applies to residential flood with more than $5,000 due. */
export const isOverCardLimit = (productId: number, totalDueCents: number): boolean =>
  productId === 1 && totalDueCents > cardLimitCents
