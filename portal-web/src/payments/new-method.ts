import type { Stripe, StripeCardNumberElement } from '@stripe/stripe-js'
import type { PolicyConfirmation } from '@tideline/sdk'
import { createSetupIntent, getPolicyTransactions } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { confirmBankSetup } from './bank-setup.ts'
import { confirmCardSetup, createCard } from './card-setup.ts'
import type { BankAccount } from './payer.ts'
import { PaymentProblem } from './payment-problem.ts'
import { requireAddressed } from './requirements.ts'
import { text } from './text.ts'

export const payerNameOf = ({ firstName, lastName }: Pick<PolicyConfirmation, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

export interface NewMethod {
  policy: PolicyConfirmation
  stripe: Stripe | null
  card: StripeCardNumberElement | null | undefined
  /** The bank account; without one it is the card. */
  account: BankAccount | undefined
}

/**
 * Sets a new card or account up at Stripe, in the browser; nothing is charged.
 *
 * @returns Stripe's id of the method
 * @throws PaymentProblem when Stripe refuses it or is not there
 */
export async function setUpMethod({ policy, stripe, card, account }: NewMethod) {
  if (!stripe) throw new PaymentProblem(text.pay.noClientSecret)
  const { policyNo, firstName, lastName, phone } = policy
  const email = policy.email ?? ''
  const [{ payload: setup }, { payload: transactions }] = await Promise.all([
    api.call(createSetupIntent, {
      body: {
        stripeCustomerId: null,
        firstname: firstName,
        lastName,
        email,
        phone,
        policyNo,
        metadata: { source: 'policy-page' },
      },
    }),
    api.call(getPolicyTransactions, { path: { policyNo } }),
  ])
  const transaction = requireAddressed(transactions)
  const secret = setup.data.client_secret
  if (account) return confirmBankSetup(stripe, secret, account, transaction)
  if (!card) throw new PaymentProblem(text.pay.noClientSecret)
  const payer = { name: payerNameOf(policy), email }
  return confirmCardSetup(stripe, secret, await createCard(stripe, card, payer, transaction))
}
