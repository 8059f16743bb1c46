import { cardLimit } from '@tideline/sdk/words'

/**
 * Maximum total due that can be paid by card for residential flood policies, in cents, excluding the card fee (PAY-1).
 */
const cardLimitCents = cardLimit * 100

/** Returns whether a policy cannot be paid by card. This applies to residential flood with more than $5,000 due. */
export const isOverCardLimit = (productId: number, totalDueCents: number): boolean =>
  productId === 1 && totalDueCents > cardLimitCents
