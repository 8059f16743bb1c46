import type { Stripe, StripeCardNumberElement } from '@stripe/stripe-js'
import type { PolicyConfirmation } from '@tideline/sdk'
import { createSetupIntent, getPolicyTransactions } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { confirmBankSetup } from './bank-setup.ts'
import { confirmCardSetup, createCardPaymentMethod } from './card-setup.ts'
import { PaymentError } from './payment-error.ts'
import type { BankAccount, CardMethod } from './payment-method-details.ts'
import { requireTransactionWithAddress } from './requirements.ts'
import { paymentText } from './text.ts'

export const getPayerName = ({ firstName, lastName }: Pick<PolicyConfirmation, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** Loads the transactions and returns the one with the billing address. */
async function loadBillingTransaction({ policyNo }: PolicyConfirmation) {
  const { payload } = await api.call(getPolicyTransactions, { path: { policyNo } })
  return requireTransactionWithAddress(payload)
}

function requireStripe<Value>(value: Value | null | undefined): Value {
  if (!value) throw new PaymentError(paymentText.pay.noClientSecret)
  return value
}

/** Creates a payment method from the card fields, so that the card's fee can be requested. Charges nothing. */
export async function createCardFromFields(
  policy: PolicyConfirmation,
  stripe: Stripe | null,
  fields: StripeCardNumberElement | null | undefined,
): Promise<CardMethod> {
  const payer = { name: getPayerName(policy), email: policy.email ?? '' }
  return createCardPaymentMethod(
    requireStripe(stripe),
    requireStripe(fields),
    payer,
    await loadBillingTransaction(policy),
  )
}

/**
 * Sets up a new card or bank account with Stripe in the browser. Charges nothing.
 *
 * @returns Stripe's id of the method
 * @throws {PaymentError} if Stripe rejects the method or is unavailable
 */
export async function setUpPaymentMethod(
  policy: PolicyConfirmation,
  stripe: Stripe | null,
  method: CardMethod | BankAccount,
) {
  const client = requireStripe(stripe)
  const { policyNo, firstName, lastName, phone, email } = policy
  const { payload: setup } = await api.call(createSetupIntent, {
    body: {
      stripeCustomerId: null,
      firstname: firstName,
      lastName,
      email: email ?? '',
      phone,
      policyNo,
      metadata: { source: 'policy-page' },
    },
  })
  const secret = setup.data.client_secret
  if ('accountNumber' in method) return confirmBankSetup(client, secret, method, await loadBillingTransaction(policy))
  return confirmCardSetup(client, secret, method)
}
