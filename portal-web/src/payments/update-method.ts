import type { Stripe } from '@stripe/stripe-js'
import type { PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { getTransactionFee, updatePaymentMethod } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { amountToPay, feeBasis } from './fee-basis.ts'
import { setUpMethod } from './new-method.ts'
import type { BankAccount, CardMethod } from './payer.ts'
import { chargesAfterUpdate } from './payment-methods.ts'

/** A card and its fee in dollars, which the payer must accept before the charge (PAY-3). */
export interface CardWithFee {
  card: CardMethod
  fee: number
}

/** Converts a saved payment method to a card. */
export const getSavedCard = ({ stripePaymentMethodId: id, stripePaymentMethod: kept }: PaymentMethod): CardMethod => ({
  id,
  brand: kept.cardBrand,
  country: kept.cardCountry ?? 'US',
  isSaved: true,
})

/** Requests the current fee for a card. */
export async function withFee(policy: PolicyConfirmation, card: CardMethod): Promise<CardWithFee> {
  const { payload } = await api.call(getTransactionFee, {
    query: { amount: feeBasis(policy), card: card.brand, country: card.country },
  })
  return { card, fee: payload.feeYear }
}

/** A card, a new bank account, or the Stripe id of a saved account. */
export type Method = CardMethod | BankAccount | string

export interface Update {
  stripe: Stripe | null
  methodOf: () => Promise<Method>
  optIn: boolean
}

const getId = (policy: PolicyConfirmation, stripe: Stripe | null, method: Method) => {
  if (typeof method === 'string') return method
  return 'isSaved' in method && method.isSaved ? method.id : setUpMethod(policy, stripe, method)
}

/**
 * Makes a method the default. If a monthly earthquake installment is due, charges it with the amount that the payer
 * accepted. `fee` is in dollars.
 */
export async function sendUpdate(policy: PolicyConfirmation, { stripe, methodOf, optIn }: Update, fee: number) {
  const isCharged = chargesAfterUpdate(policy)
  await api.call(updatePaymentMethod, {
    body: {
      PolicyNo: policy.policyNo,
      PaymentMethodId: await getId(policy, stripe, await methodOf()),
      Default: true,
      ChargeAfterUpdate: isCharged,
      ...(isCharged && { Amount: amountToPay(policy, fee) }),
      EmailReceipt: false,
      OptInAutoPayRenewal: optIn,
    },
  })
}
