import type Stripe from 'stripe'
import type { TransactionContext } from '../http/context.ts'
import { changePaymentMethod } from '../payments/methods/change-method.ts'
import { getStripeCustomer } from '../payments/methods/customer.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { createInsuredActor } from './actors.ts'
import type { Simulation } from './simulation.ts'

interface Kept {
  policyNo: string
  kind: 'card' | 'us_bank_account'
  isDefault: boolean
  optInAutoPayRenewal?: boolean
}

const kept: Kept[] = [
  { policyNo: 'RFL3000134', kind: 'card', isDefault: true },
  { policyNo: 'RFL3000134', kind: 'us_bank_account', isDefault: false },
  { policyNo: 'EQR3000135', kind: 'us_bank_account', isDefault: true, optInAutoPayRenewal: true },
]

/**
 * Saves cards and bank accounts of insureds in the payment simulator, through the same calls as the portal. Saves
 * nothing if a real Stripe account is configured.
 */
export async function simulateSavedPaymentMethods(past: Simulation, simulator: unknown): Promise<void> {
  if (!simulator) return
  for (const { kind, optInAutoPayRenewal = false, ...input } of kept) {
    const owner = await past.db
      .selectFrom('policies')
      .select(['identity_id', 'insured_name', 'email'])
      .where('policy_no', '=', input.policyNo)
      .executeTakeFirstOrThrow()
    await past.play(past.now, createInsuredActor(owner), async (ctx) => {
      const stripePaymentMethodId = await setUp(ctx, input.policyNo, kind, owner)
      await changePaymentMethod(ctx, { ...input, stripePaymentMethodId, optInAutoPayRenewal, chargeAfterUpdate: false })
    })
  }
}

/**
 * Sets up a payment method as the browser does, with a test number that succeeds. A bank account also gets a mandate
 * for later debits.
 */
async function setUp(
  ctx: TransactionContext,
  policyNo: string,
  kind: Kept['kind'],
  owner: { insured_name: string; email: string },
): Promise<string> {
  const intent = await ctx.providers.stripe.client.setupIntents.create({
    customer: await getStripeCustomer(ctx, await requirePolicy(ctx, policyNo)),
    usage: 'off_session',
    allowed_payment_method_types: [kind],
    confirm: true,
    payment_method_data: {
      type: kind,
      billing_details: { name: owner.insured_name, email: owner.email },
      ...(kind === 'card'
        ? { card: { number: '4242424242424242', exp_month: 12, exp_year: ctx.now.getUTCFullYear() + 3, cvc: '123' } }
        : {
            us_bank_account: {
              account_holder_type: 'individual',
              account_number: '000123456789',
              routing_number: '110000000',
            },
          }),
    } as Stripe.SetupIntentCreateParams.PaymentMethodData,
    ...(kind === 'us_bank_account' && {
      mandate_data: {
        customer_acceptance: {
          type: 'online',
          accepted_at: Math.floor(ctx.now.getTime() / 1000),
          online: { ip_address: '127.0.0.1', user_agent: 'Demo book' },
        },
      },
    }),
  })
  if (intent.status !== 'succeeded' || typeof intent.payment_method !== 'string')
    throw new Error(`The ${kind} of ${owner.insured_name} was not set up: ${intent.status}`)
  return intent.payment_method
}
