import type { Stripe } from '@stripe/stripe-js'
import type { PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { getTransactionFee, updatePaymentMethod } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { amountToPay, feeBasis } from './fee-basis.ts'
import { setUpMethod } from './new-method.ts'
import type { BankAccount, CardMethod } from './payer.ts'
import { chargesAfterUpdate } from './payment-methods.ts'

/** A card and, in dollars, what it costs to pay with it: shown and agreed to before it is charged (PAY-3). */
export interface CardWithFee {
  card: CardMethod
  fee: number
}

/** A card that is kept already. */
export const getSavedCard = ({ stripePaymentMethodId: id, stripePaymentMethod: kept }: PaymentMethod): CardMethod => ({
  id,
  brand: kept.cardBrand,
  country: kept.cardCountry ?? 'US',
  isSaved: true,
})

/** Asks what paying with a card costs now. */
export async function withFee(policy: PolicyConfirmation, card: CardMethod): Promise<CardWithFee> {
  const { payload } = await api.call(getTransactionFee, {
    query: { amount: feeBasis(policy), card: card.brand, country: card.country },
  })
  return { card, fee: payload.feeYear }
}

/** A card, a new bank account, or Stripe's id of an account that is kept. */
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
 * Makes a method the default one; where an instalment is open, it is charged with the amount that its payer agreed to. `fee` in
 * dollars.
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
