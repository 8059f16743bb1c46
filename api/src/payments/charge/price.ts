import { cardLimitMessage } from '@tideline/sdk/words'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { createUnprocessableError } from '../../http/api-error.ts'
import type { Policy } from '../../policy/visibility.ts'
import type { StripeMethod } from '../methods/methods.ts'
import { getAmountDue } from './amount-due.ts'
import { isOverCardLimit } from './card-limit.ts'
import { getCardFee } from './fee-rates.ts'
import type { PaymentPrice } from './payment-price.ts'

/**
 * Returns the payable amount (BIL-13) and the card fee by brand and country (PAY-2). `paysAll` includes upcoming
 * obligations. Throws 422 if a card payment exceeds the card limit.
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
