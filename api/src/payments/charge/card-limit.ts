import { cardLimit } from '@tideline/sdk/words'

/**
 * Maximum total due, in cents and without the card fee, for which residential flood policies can be paid by card
 * (PAY-1).
 */
const cardLimitCents = cardLimit * 100

/** Returns whether a policy cannot be paid by card. This applies to residential flood with more than $5,000 due. */
export const isOverCardLimit = (productId: number, totalDueCents: number): boolean =>
  productId === 1 && totalDueCents > cardLimitCents
