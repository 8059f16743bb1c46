import type { Tideline } from '@tideline/sdk'
import type { ScenarioState } from './scenario-state.ts'

/** Returns the form fields of a card that is valid until the given month and year. */
export const buildCardDetails = (number = '4242424242424242', month = '12', year = '34') => ({
  ...{ type: 'card', 'card[number]': number, 'card[cvc]': '123' },
  ...{ 'card[exp_month]': month, 'card[exp_year]': year },
})

/** Confirms the policyholder's card or bank account with Stripe, like the payment form. Returns its Stripe ID. */
export async function confirmPaymentMethod(
  { run, stripe }: ScenarioState,
  client: Tideline,
  policyNo: string,
  details: Readonly<Record<string, string>>,
): Promise<string> {
  const { createSetupIntent } = await import('@tideline/sdk/operations')
  const { payload } = await client.call(createSetupIntent, {
    body: {
      ...{ policyNo, stripeCustomerId: null, firstname: 'Marina', lastName: 'Sample' },
      ...{ email: `scenario.${run}@example.com`, phone: '813-555-0142', metadata: {} },
    },
  })
  const secret = payload.data.client_secret
  const paymentMethodId = await stripe('payment_methods', details)
  await stripe(`setup_intents/${secret.replace(/_secret_.*/, '')}/confirm`, {
    client_secret: secret,
    payment_method: paymentMethodId,
  })
  return paymentMethodId
}
