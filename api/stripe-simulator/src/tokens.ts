import type Stripe from 'stripe'
import { z } from 'zod'
import { parseBankAccount, toUsBankAccount } from './banks.ts'
import { defineEndpoint } from './endpoint.ts'
import { createId } from './ids.ts'
import { expandParams, stringParam } from './params.ts'
import type { RequestContext } from './request-context.ts'
import { createInvalidRequestError } from './stripe-api-error.ts'

const bankAccount = z.strictObject({
  account_holder_name: stringParam.optional(),
  account_holder_type: z.enum(['individual', 'company']).optional(),
  account_number: stringParam,
  account_type: z.enum(['checking', 'savings']).optional(),
  country: z.literal('US'),
  currency: stringParam.optional(),
  routing_number: stringParam,
})

async function createToken(world: RequestContext, given: z.output<typeof bankAccount>) {
  const bank = parseBankAccount(given, 'bank_account')
  const account: Stripe.BankAccount = {
    id: createId('ba'),
    object: 'bank_account',
    account_holder_name: given.account_holder_name ?? null,
    account_holder_type: given.account_holder_type ?? null,
    account_type: given.account_type ?? null,
    bank_name: bank.bank_name,
    country: given.country,
    currency: given.currency ?? 'usd',
    fingerprint: bank.fingerprint,
    last4: bank.last4,
    routing_number: bank.routing_number,
    status: 'new',
  }
  const token: Stripe.Token = {
    id: createId('btok'),
    object: 'token',
    bank_account: account,
    client_ip: null,
    created: world.now,
    livemode: false,
    type: 'bank_account',
    used: false,
  }
  return world.store.save(token, bank.behavior)
}

/**
 * Converts a bank token to a customer's bank account. As in Stripe, the account is also a payment method with the same
 * `ba_…` id, which payment intents accept.
 */
async function addSource(world: RequestContext, customerId: string, tokenId: string) {
  const customer = await world.findOrThrow<Stripe.Customer>('customer', customerId)
  const token = await world.findOrThrow<Stripe.Token>('token', tokenId, 'source')
  const account = token.bank_account
  if (!account)
    throw createInvalidRequestError(`The token ${tokenId} is not a bank account token.`, { param: 'source' })
  if (token.used) {
    throw createInvalidRequestError(`You cannot use a Stripe token more than once: ${tokenId}.`, {
      code: 'token_already_used',
      param: 'source',
    })
  }
  const behavior = await world.store.behavior(tokenId)
  await world.store.save({ ...token, used: true })
  const method: Stripe.PaymentMethod = {
    id: account.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: null,
      email: customer.email,
      name: account.account_holder_name,
      phone: null,
      tax_id: null,
    },
    created: world.now,
    customer: customer.id,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'us_bank_account',
    us_bank_account: toUsBankAccount(
      {
        ...account,
        behavior: 'succeeds',
        bank_name: account.bank_name ?? '',
        fingerprint: account.fingerprint ?? '',
        routing_number: account.routing_number ?? '',
      },
      account.account_holder_type ?? undefined,
      account.account_type ?? undefined,
    ),
  }
  await world.store.save(method, behavior)
  await world.emit('payment_method.attached', method)
  return { ...account, customer: customer.id }
}

export const tokenEndpoints = [
  defineEndpoint(
    'POST',
    '/v1/tokens',
    z.strictObject({ ...expandParams, bank_account: bankAccount }),
    (world, given) => createToken(world, given.bank_account),
    ['server', 'browser'],
  ),
  defineEndpoint(
    'POST',
    '/v1/customers/:id/sources',
    z.strictObject({ ...expandParams, source: stringParam }),
    (world, given, id) => addSource(world, id, given.source),
  ),
]
