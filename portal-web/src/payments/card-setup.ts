import type { Stripe, StripeCardNumberElement } from '@stripe/stripe-js'
import type { PolicyTransaction } from '@tideline/sdk'
import { getBillingAddress } from './billing-address.ts'
import { PaymentError } from './payment-error.ts'
import type { CardMethod } from './payment-method-details.ts'
import { requirePaymentMethodId } from './requirements.ts'
import { paymentText } from './text.ts'

interface Payer {
  name: string
  email: string
}

/**
 * Step 1 of a card payment: creates a Stripe payment method from the card fields. The card's brand and country
 * determine the fee.
 */
export async function createCardPaymentMethod(
  stripe: Pick<Stripe, 'createPaymentMethod'>,
  card: StripeCardNumberElement,
  payer: Payer,
  transaction: PolicyTransaction,
): Promise<CardMethod> {
  const { paymentMethod, error } = await stripe.createPaymentMethod({
    type: 'card',
    card,
    billing_details: { ...payer, address: getBillingAddress(transaction) },
  })
  if (error) throw new PaymentError(error.message ?? paymentText.pay.cardSetupFailed)
  return {
    id: requirePaymentMethodId(paymentMethod.id),
    brand: paymentMethod.card?.brand ?? 'unknown',
    country: paymentMethod.card?.country ?? 'US',
    isSaved: false,
  }
}

/** Confirms the card setup in the browser, including 3-D Secure. Requires that the payer has accepted the fee. */
export async function confirmCardSetup(
  stripe: Pick<Stripe, 'confirmCardSetup'>,
  clientSecret: string | undefined,
  card: CardMethod,
): Promise<string> {
  if (!clientSecret) throw new PaymentError(paymentText.pay.noClientSecret)
  const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method: card.id })
  if (error) throw new PaymentError(error.message ?? paymentText.pay.cardSetupFailed)
  if (setupIntent.status !== 'succeeded') throw new PaymentError(paymentText.pay.cardSetupFailed)
  return card.id
}

/** Completes a charge that requires authentication. Stripe shows the authentication prompt of the payer's bank. */
export async function authenticateCharge(
  stripe: Pick<Stripe, 'handleNextAction'>,
  clientSecret: string,
): Promise<void> {
  const { error } = await stripe.handleNextAction({ clientSecret })
  if (error) throw new PaymentError(error.message ?? paymentText.pay.cardSetupFailed)
}
