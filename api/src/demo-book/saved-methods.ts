import type Stripe from 'stripe'
import { addDays } from '../calendar/days.ts'
import type { TransactionContext } from '../http/context.ts'
import { turnOnAutoPay } from '../payments/auto-pay/consent.ts'
import { consentTerms } from '../payments/auto-pay/consent-terms.ts'
import { notifyExpiringCards } from '../payments/auto-pay/notify-expiring-cards.ts'
import { changePaymentMethod } from '../payments/methods/change-method.ts'
import { getStripeCustomer } from '../payments/methods/customer.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { createInsuredActor } from './actors.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'

interface Kept {
  policyNo: string
  kind: 'card' | 'us_bank_account'
  isDefault: boolean
  optInAutoPayRenewal?: boolean
  /** Number of days before the load date on which the policyholder also turned on auto-pay. */
  autoPayDaysAgo?: number
  /** Whether the card expires in the month of the load date. */
  isExpiring?: boolean
}

const kept: Kept[] = [
  { policyNo: 'RFL3000134', kind: 'card', isDefault: true },
  { policyNo: 'RFL3000134', kind: 'us_bank_account', isDefault: false },
  { policyNo: 'EQR3000135', kind: 'us_bank_account', isDefault: true, optInAutoPayRenewal: true },
  { policyNo: 'EQR3000155', kind: 'us_bank_account', isDefault: true, autoPayDaysAgo: 4 },
  { policyNo: 'EQR3000156', kind: 'card', isDefault: true, autoPayDaysAgo: 4, isExpiring: true },
]

/**
 * Saves cards and bank accounts of insureds in the payment simulator, through the same calls as the portal. Saves
 * nothing if a real Stripe account is configured.
 */
export async function simulateSavedPaymentMethods(past: Simulation, simulator: unknown): Promise<void> {
  if (!simulator) return
  for (const one of kept) {
    const { policyNo, isDefault, optInAutoPayRenewal = false, autoPayDaysAgo } = one
    const owner = await past.db
      .selectFrom('policies')
      .select(['identity_id', 'insured_name', 'email'])
      .where('policy_no', '=', policyNo)
      .executeTakeFirstOrThrow()
    const when = autoPayDaysAgo ? getSimulatedTime(addDays(past.today, -autoPayDaysAgo)) : past.now
    await past.play(when, createInsuredActor(owner), async (ctx) => {
      const stripePaymentMethodId = await setUp(ctx, one, {
        ...owner,
        expiresIn: one.isExpiring ? past.now : undefined,
      })
      await changePaymentMethod(ctx, {
        ...{ policyNo, stripePaymentMethodId, isDefault, optInAutoPayRenewal },
        chargeAfterUpdate: false,
      })
      if (autoPayDaysAgo)
        await turnOnAutoPay(ctx, policyNo, { stripePaymentMethodId, termsVersion: consentTerms.version })
    })
  }
  await past.play(past.now, { kind: 'job', name: 'auto-pay' }, (ctx) => notifyExpiringCards(ctx))
}

/**
 * Sets up a payment method as the browser does, with a test number that succeeds. A bank account also gets a mandate
 * for later debits.
 */
async function setUp(
  ctx: TransactionContext,
  { policyNo, kind }: Kept,
  owner: { insured_name: string; email: string; expiresIn: Date | undefined },
): Promise<string> {
  const { expiresIn } = owner
  const [month, year] = expiresIn
    ? [expiresIn.getUTCMonth() + 1, expiresIn.getUTCFullYear()]
    : [12, ctx.now.getUTCFullYear() + 3]
  const intent = await ctx.providers.stripe.client.setupIntents.create({
    customer: await getStripeCustomer(ctx, await requirePolicy(ctx, policyNo)),
    usage: 'off_session',
    allowed_payment_method_types: [kind],
    confirm: true,
    payment_method_data: {
      type: kind,
      billing_details: { name: owner.insured_name, email: owner.email },
      ...(kind === 'card'
        ? { card: { number: '4242424242424242', exp_month: month, exp_year: year, cvc: '123' } }
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
