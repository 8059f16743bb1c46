import { cardLimitMessage } from '@tideline/sdk/words'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { ApiError, createUnprocessableError } from '../../http/api-error.ts'
import { formatDollars } from '../../http/money.ts'
import type { Policy } from '../../policy/visibility.ts'
import type { StripeMethod } from '../methods/methods.ts'
import { getAmountDue } from './amount-due.ts'
import { isOverCardLimit } from './card-limit.ts'
import { getCardFee } from './fee-rates.ts'

/** Price of a payment made now, in cents. */
export interface PaymentPrice {
  amountCents: number
  feeCents: number
}

/**
 * Returns the payable amount (BIL-13) and the card fee by brand and country (PAY-2). `paysAll` includes upcoming
 * obligations. Throws 422 if a card is used for more than the card limit.
 */
export async function calculatePaymentPrice(
  db: Kysely<DB>,
  policy: Policy,
  method: Pick<StripeMethod, 'type' | 'brand' | 'country'>,
  now: Date,
  { paysAll = false } = {},
): Promise<PaymentPrice> {
  const due = await getAmountDue(db, policy, now)
  const isCard = method.type === 'card'
  if (isCard && isOverCardLimit(policy.productId, due.totalDueCents))
    throw createUnprocessableError('card_limit', cardLimitMessage)
  const amountCents = paysAll ? due.payableTotalCents : due.payableCents
  const feeCents = isCard ? await getCardFee(db, method, policy, amountCents, now) : 0
  return { amountCents, feeCents }
}

export const getTotalCents = ({ amountCents, feeCents }: PaymentPrice): number => amountCents + feeCents

/**
 * Throws 409 with the current amount unless the payer acknowledged exactly this amount, including the card fee (PAY-3).
 * An acknowledgment is optional if there is no fee.
 */
export function requireAcknowledgedAmount(seenCents: number | undefined, price: PaymentPrice): void {
  if (seenCents === getTotalCents(price) || (seenCents === undefined && price.feeCents === 0)) return
  const fee = price.feeCents > 0 ? `, with a card fee of ${formatDollars(price.feeCents)}` : ''
  throw new ApiError({
    code: 'amount_changed',
    message: `Amount: the amount due is now ${formatDollars(getTotalCents(price))}${fee}. Nothing was charged. Please review the new amount.`,
    field: 'Amount',
  })
}
