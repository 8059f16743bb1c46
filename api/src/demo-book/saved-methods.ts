import type { Transaction } from 'kysely'
import type Stripe from 'stripe'
import type { DB } from '../db/schema.ts'
import type { StripeProvider } from '../providers/stripe/provider.ts'

interface Owner {
  identityId: string
  policyId: string
  name: string
  email: string
}

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
 * Cards and bank accounts that insureds have saved. They are set up at the simulator by the calls that the portal makes, so
 * that they can be charged; a real Stripe account gets nothing from the demo book, and then no method is saved.
 */
export async function seedSavedMethods(
  trx: Transaction<DB>,
  { client, simulator }: Pick<StripeProvider, 'client' | 'simulator'>,
  now: Date,
): Promise<void> {
  if (!simulator) return
  const policies = await trx
    .selectFrom('policies')
    .select(['policy_no', 'policy_id', 'identity_id', 'insured_name', 'email'])
    .where(
      'policy_no',
      'in',
      kept.map(({ policyNo }) => policyNo),
    )
    .execute()
  for (const row of policies) {
    const owner = { identityId: row.identity_id, policyId: row.policy_id, name: row.insured_name, email: row.email }
    const customer = await createCustomer(trx, client, owner)
    for (const method of kept.filter(({ policyNo }) => policyNo === row.policy_no))
      await keepMethod(trx, client, owner, customer, method, now)
  }
}

async function createCustomer(trx: Transaction<DB>, client: Stripe, owner: Owner): Promise<string> {
  const { id } = await client.customers.create({
    email: owner.email,
    name: owner.name,
    metadata: { identityId: owner.identityId },
  })
  await trx
    .insertInto('stripe_customers')
    .values({ stripe_customer_id: id, identity_id: owner.identityId, policy_id: owner.policyId, email: owner.email })
    .execute()
  return id
}

/** Stripe's test numbers that succeed; a bank account with the mandate that later debits need. */
async function keepMethod(
  trx: Transaction<DB>,
  client: Stripe,
  owner: Owner,
  customer: string,
  { kind, isDefault, optInAutoPayRenewal = false }: Kept,
  now: Date,
) {
  const expires = now.getUTCFullYear() + 3
  const intent = await client.setupIntents.create({
    customer,
    usage: 'off_session',
    allowed_payment_method_types: [kind],
    confirm: true,
    expand: ['payment_method'],
    payment_method_data: {
      type: kind,
      billing_details: { name: owner.name, email: owner.email },
      ...(kind === 'card'
        ? { card: { number: '4242424242424242', exp_month: 12, exp_year: expires, cvc: '123' } }
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
          accepted_at: Math.floor(now.getTime() / 1000),
          online: { ip_address: '127.0.0.1', user_agent: 'Demo book' },
        },
      },
    }),
  })
  const method = intent.payment_method
  if (intent.status !== 'succeeded' || !method || typeof method === 'string')
    throw new Error(`The ${kind} of ${owner.name} was not set up: ${intent.status}`)
  await trx
    .insertInto('payment_methods')
    .values({
      identity_id: owner.identityId,
      policy_id: owner.policyId,
      stripe_customer_id: customer,
      stripe_payment_method_id: method.id,
      payment_type: kind,
      bank_name: method.us_bank_account?.bank_name ?? null,
      card_brand: method.card?.brand ?? 'bank',
      card_country: method.card?.country ?? 'US',
      last_four_digits: method.card?.last4 ?? method.us_bank_account?.last4 ?? null,
      expiration: method.card ? `12/${expires}` : null,
      is_default: isDefault,
      opt_in_auto_pay_renewal: optInAutoPayRenewal,
    })
    .execute()
}
