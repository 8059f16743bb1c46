import { cardLimit } from '@tideline/sdk/words'

/** Above this total due, product 1 is not paid by card (PAY-1); before the card fee (PAY-1). In cents. */
const cardLimitCents = cardLimit * 100

/** Whether a card may not pay this policy: residential flood owing more than $5,000. */
export const isOverCardLimit = (productId: number, totalDueCents: number): boolean =>
  productId === 1 && totalDueCents > cardLimitCents
