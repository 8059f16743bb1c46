import type Stripe from 'stripe'
import { z } from 'zod'
import { parseBankAccount, toUsBankAccount } from './banks.ts'
import { defineEndpoint } from './call.ts'
import { createId } from './ids.ts'
import { expand, text } from './params.ts'
import { createInvalidRequest } from './problem.ts'
import type { RequestContext } from './world.ts'

const bankAccount = z.strictObject({
  account_holder_name: text.optional(),
  account_holder_type: z.enum(['individual', 'company']).optional(),
  account_number: text,
  account_type: z.enum(['checking', 'savings']).optional(),
  country: z.literal('US'),
  currency: text.optional(),
  routing_number: text,
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
  return world.store.save(token, bank.behaviour)
}

/**
 * Converts a bank token to a customer's bank account. Like in Stripe, the account is also a payment method with the
 * same `ba_…` id, and payment intents accept it.
 */
async function addSource(world: RequestContext, customerId: string, tokenId: string) {
  const customer = await world.findOrThrow<Stripe.Customer>('customer', customerId)
  const token = await world.findOrThrow<Stripe.Token>('token', tokenId, 'source')
  const account = token.bank_account
  if (!account) throw createInvalidRequest(`The token ${tokenId} is not a bank account token.`, { param: 'source' })
  if (token.used) {
    throw createInvalidRequest(`You cannot use a Stripe token more than once: ${tokenId}.`, {
      code: 'token_already_used',
      param: 'source',
    })
  }
  const behaviour = await world.store.behaviour(tokenId)
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
        behaviour: 'succeeds',
        bank_name: account.bank_name ?? '',
        fingerprint: account.fingerprint ?? '',
        routing_number: account.routing_number ?? '',
      },
      account.account_holder_type ?? undefined,
      account.account_type ?? undefined,
    ),
  }
  await world.store.save(method, behaviour)
  await world.emit('payment_method.attached', method)
  return { ...account, customer: customer.id }
}

export const tokenCalls = [
  defineEndpoint(
    'POST',
    '/v1/tokens',
    z.strictObject({ ...expand, bank_account: bankAccount }),
    (world, given) => createToken(world, given.bank_account),
    ['server', 'browser'],
  ),
  defineEndpoint('POST', '/v1/customers/:id/sources', z.strictObject({ ...expand, source: text }), (world, given, id) =>
    addSource(world, id, given.source),
  ),
]
