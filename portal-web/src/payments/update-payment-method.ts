import type { Stripe } from '@stripe/stripe-js'
import type { PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { getTransactionFee, updatePaymentMethod } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { getAmountToPay, getCardFeeBasis } from './fee-basis.ts'
import { setUpPaymentMethod } from './new-payment-method.ts'
import type { BankAccount, CardMethod } from './payment-method-details.ts'
import { shouldChargeAfterUpdate } from './payment-methods.ts'

/** A card and its fee in dollars, which the payer must accept before the charge (PAY-3). */
export interface CardWithFee {
  card: CardMethod
  fee: number
}

/** Converts a saved payment method to a card. */
export const toSavedCard = ({ stripePaymentMethodId: id, stripePaymentMethod: kept }: PaymentMethod): CardMethod => ({
  id,
  brand: kept.cardBrand,
  country: kept.cardCountry ?? 'US',
  isSaved: true,
})

/** Requests the current fee for a card. */
export async function fetchCardWithFee(policy: PolicyConfirmation, card: CardMethod): Promise<CardWithFee> {
  const { payload } = await api.call(getTransactionFee, {
    query: { amount: getCardFeeBasis(policy), card: card.brand, country: card.country },
  })
  return { card, fee: payload.feeYear }
}

/** A card, a new bank account, or the Stripe id of a saved account. */
export type PaymentMethodInput = CardMethod | BankAccount | string

export interface PaymentMethodUpdate {
  stripe: Stripe | null
  methodOf: () => Promise<PaymentMethodInput>
  optIn: boolean
}

const getId = (policy: PolicyConfirmation, stripe: Stripe | null, method: PaymentMethodInput) => {
  if (typeof method === 'string') return method
  return 'isSaved' in method && method.isSaved ? method.id : setUpPaymentMethod(policy, stripe, method)
}

/**
 * Makes a method the default. For a monthly earthquake policy with an amount due, also charges that amount and the fee.
 * `fee` is in dollars.
 */
export async function updateDefaultPaymentMethod(
  policy: PolicyConfirmation,
  { stripe, methodOf, optIn }: PaymentMethodUpdate,
  fee: number,
) {
  const isCharged = shouldChargeAfterUpdate(policy)
  await api.call(updatePaymentMethod, {
    body: {
      PolicyNo: policy.policyNo,
      PaymentMethodId: await getId(policy, stripe, await methodOf()),
      Default: true,
      ChargeAfterUpdate: isCharged,
      ...(isCharged && { Amount: getAmountToPay(policy, fee) }),
      EmailReceipt: false,
      OptInAutoPayRenewal: optIn,
    },
  })
}
