import type Stripe from 'stripe'
import { z } from 'zod'
import { call } from './call.ts'
import { newId } from './ids.ts'
import { expand, paging, text } from './params.ts'
import type { World } from './world.ts'

/** Stripe's fee in cents: 2.9 % + 30 ¢ for cards, 0.8 % up to $5 for bank debits. */
const feeOf = (amount: number, kind: string) =>
  kind === 'card' ? Math.round(amount * 0.029) + 30 : Math.min(500, Math.round(amount * 0.008))

/** Books money that moved; amounts in cents, negative when it leaves. */
export async function bookBalance(
  world: World,
  entry: {
    type: 'charge' | 'payment' | 'refund' | 'payment_refund' | 'adjustment'
    amount: number
    fee: number
    source: string
    category: string
  },
): Promise<string> {
  const booked: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: entry.amount,
    available_on: world.now + 2 * 24 * 3600,
    balance_type: 'payments',
    created: world.now,
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee: entry.fee,
    fee_details: entry.fee
      ? [
          {
            amount: entry.fee,
            application: null,
            currency: 'usd',
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: entry.amount - entry.fee,
    reporting_category: entry.category,
    source: entry.source,
    status: 'pending',
    type: entry.type,
  }
  return (await world.store.save(booked)).id
}

function detailsOf(method: Stripe.PaymentMethod, mandate: string | null): Stripe.Charge.PaymentMethodDetails {
  if (method.card) {
    const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 } = method.card
    return {
      type: 'card',
      card: {
        amount_authorized: null,
        authorization_code: null,
        brand,
        checks,
        country,
        exp_month,
        exp_year,
        fingerprint: fingerprint ?? null,
        funding,
        installments: null,
        last4,
        mandate: null,
        network: brand,
        network_token: null,
        network_transaction_id: null,
        regulated_status: 'unregulated',
        three_d_secure: null,
        wallet: null,
      } as Stripe.Charge.PaymentMethodDetails.Card,
    }
  }
  const bank = method.us_bank_account
  return {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: bank?.account_holder_type ?? null,
      account_type: bank?.account_type ?? null,
      bank_name: bank?.bank_name ?? null,
      fingerprint: bank?.fingerprint ?? null,
      last4: bank?.last4 ?? null,
      ...(mandate && { mandate }),
      payment_reference: null,
      routing_number: bank?.routing_number ?? null,
    },
  }
}

/** A new attempt to take an intent's money, pending until somebody says how it went. */
export const newCharge = (
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  mandate: string | null,
): Stripe.Charge => ({
  id: newId(method.type === 'card' ? 'ch' : 'py'),
  object: 'charge',
  amount: intent.amount,
  amount_captured: 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: method.billing_details,
  calculated_statement_descriptor: intent.statement_descriptor ?? 'TIDELINE',
  captured: false,
  created: world.now,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: null,
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: null,
  paid: false,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: detailsOf(method, mandate),
  receipt_email: intent.receipt_email,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: intent.statement_descriptor,
  statement_descriptor_suffix: intent.statement_descriptor_suffix,
  status: 'pending',
  transfer_data: null,
  transfer_group: null,
})

const authorized: Stripe.Charge.Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  seller_message: 'Payment complete.',
  type: 'authorized',
}

/** The money has come. */
export async function chargeSucceeds(world: World, charge: Stripe.Charge, amount = charge.amount) {
  const kind = charge.payment_method_details?.type ?? 'card'
  const balance = await bookBalance(world, {
    type: kind === 'card' ? 'charge' : 'payment',
    amount,
    fee: feeOf(amount, kind),
    source: charge.id,
    category: 'charge',
  })
  const paid = await world.store.save<Stripe.Charge>({
    ...charge,
    amount_captured: amount,
    balance_transaction: balance,
    captured: true,
    outcome: authorized,
    paid: true,
    status: 'succeeded',
  })
  await world.emit('charge.succeeded', paid)
  return paid
}

/** The card is held for the amount; capturing comes later. */
export async function chargeAuthorized(world: World, charge: Stripe.Charge) {
  const held = await world.store.save<Stripe.Charge>({
    ...charge,
    outcome: authorized,
    paid: true,
    status: 'succeeded',
  })
  await world.emit('charge.succeeded', held)
  return held
}

export async function chargeFails(world: World, charge: Stripe.Charge, code: string, message: string, reason = code) {
  const failed = await world.store.save<Stripe.Charge>({
    ...charge,
    failure_code: code,
    failure_message: message,
    outcome: {
      ...authorized,
      network_status: 'declined_by_network',
      reason,
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    },
    status: 'failed',
  })
  await world.emit('charge.failed', failed)
  return failed
}

export const chargeCalls = [
  call('GET', '/v1/charges/:id', z.strictObject(expand), (world, _, id) => world.need<Stripe.Charge>('charge', id)),
  call(
    'GET',
    '/v1/charges',
    z.strictObject({ ...paging, customer: text.optional(), payment_intent: text.optional() }),
    (world, { customer, payment_intent, ...page }) =>
      world.store.page<Stripe.Charge>(
        'charge',
        { ...(customer && { customer }), ...(payment_intent && { payment_intent }) },
        '/v1/charges',
        page,
      ),
  ),
  call('GET', '/v1/balance_transactions/:id', z.strictObject(expand), (world, _, id) =>
    world.need<Stripe.BalanceTransaction>('balance_transaction', id),
  ),
  call(
    'GET',
    '/v1/balance_transactions',
    z.strictObject({ ...paging, source: text.optional(), type: text.optional() }),
    (world, { source, type, ...page }) =>
      world.store.page<Stripe.BalanceTransaction>(
        'balance_transaction',
        { ...(source && { source }), ...(type && { type }) },
        '/v1/balance_transactions',
        page,
      ),
  ),
]
