import { ApiError } from '../../http/api-error.ts'
import { formatDollars } from '../../http/money.ts'

/** Price of a payment made now, in cents. */
export interface PaymentPrice {
  amountCents: number
  feeCents: number
}

export const getTotalCents = ({ amountCents, feeCents }: PaymentPrice): number => amountCents + feeCents

/**
 * Checks the amount that the payer acknowledged, including the card fee (PAY-3). Throws 409 with the current amount if
 * it differs. Without a card fee, the acknowledgment is optional.
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
