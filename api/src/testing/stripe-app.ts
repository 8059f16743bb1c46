import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { readConfig } from '../config/config.ts'
import type { DB } from '../db/schema.ts'
import type { AreaHandlers } from '../http/operation.ts'
import {
  createStripeProvider,
  type Simulator,
  type StripeProvider,
  WEBHOOK_PATH,
} from '../providers/stripe/provider.ts'
import { createAreaApp } from './area-app.ts'
import { recordStripeCalls } from './record-stripe.ts'

const receiver = { kind: 'anonymous' } as const

/**
 * Creates an app with one area, contract validation and a Stripe simulator in the same process. `simulator.settle()`
 * completes bank payments and delivers webhooks to the area. `calls` lists the area's Stripe calls. Webhook signatures
 * use real time, so the simulator does, too.
 */
export async function createStripeApp(database: { db: Kysely<DB>; pool: Pool }, area: AreaHandlers) {
  const webhooks: { deliver?: (request: Request) => Promise<Response> } = {}
  const provider = await createStripeProvider(readConfig({ NODE_ENV: 'test' }), {
    pool: database.pool,
    webhook: {
      url: `http://tideline.test${WEBHOOK_PATH}`,
      fetch: (request) => webhooks.deliver?.(request) ?? Response.error(),
    },
  })
  const { client, calls } = recordStripeCalls(provider.client)
  const stripe = { ...provider, client }
  const call = createAreaApp(database.db, area, { stripe })
  webhooks.deliver = async (request) => {
    const { status } = await call(receiver, `POST ${WEBHOOK_PATH}`, {
      text: await request.text(),
      headers: { 'stripe-signature': request.headers.get('stripe-signature') ?? '' },
    })
    return new Response(null, { status })
  }
  return { call, calls, stripe, simulator: stripe.simulator as Simulator, inBrowser: createStripeBrowserStub(provider) }
}

/**
 * Returns the amount that the payer must accept, from the response to a payment request without an amount. For a card,
 * this is a 409 whose message contains the amount with the card fee. A bank payment needs no amount.
 */
export const getAcceptedAmount = ({
  status,
  body,
}: {
  status: number
  body: { message?: string }
}): { Amount?: number } => {
  const amount = status === 409 ? /the amount due is now \$([\d,]+\.\d\d)/.exec(body.message ?? '')?.[1] : undefined
  return amount ? { Amount: Number(amount.replaceAll(',', '')) } : {}
}

/** Simulates Stripe.js in a browser, with Stripe's test numbers. */
export function createStripeBrowserStub({ simulator, publishableKey, client }: StripeProvider) {
  const post = async (path: string, params: Record<string, string>) => {
    const response = await (simulator as Simulator).app.request(`/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${publishableKey}`, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(params),
    })
    const body = (await response.json()) as { id: string; error?: { message: string }; payment_method?: string }
    if (body.error) throw new Error(body.error.message)
    return body
  }
  const idOf = (secret: string) => secret.replace(/_secret_.*/, '')
  const bank = (prefix: string, account: string) => ({
    [`${prefix}[routing_number]`]: '110000000',
    [`${prefix}[account_number]`]: account,
  })
  return {
    /** Confirms a setup intent with a bank account. Returns the payment method. */
    setUpBank: async (secret: string, account = '000123456789') => {
      const body = await post(`setup_intents/${idOf(secret)}/confirm`, {
        client_secret: secret,
        'payment_method_data[type]': 'us_bank_account',
        'payment_method_data[billing_details][name]': 'Marina Sample',
        'payment_method_data[us_bank_account][account_holder_type]': 'individual',
        ...bank('payment_method_data[us_bank_account]', account),
      })
      return String(body.payment_method)
    },
    /**
     * Creates a card payment method and confirms a setup intent with it. Completes the bank's authentication if
     * required.
     */
    setUpCard: async (secret: string, number = '4242424242424242') => {
      const card = await post('payment_methods', {
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '12',
        'card[exp_year]': '34',
        'card[cvc]': '123',
      })
      const confirmation = { client_secret: secret, payment_method: card.id }
      await post(`setup_intents/${idOf(secret)}/confirm`, confirmation)
      const { status } = await client.setupIntents.retrieve(idOf(secret))
      if (status === 'requires_action')
        await post(`setup_intents/${idOf(secret)}/challenge`, { client_secret: secret, outcome: 'authorized' })
      return card.id
    },
    /** Completes the bank's authentication of a charge (3-D Secure). */
    authenticate: (secret: string, outcome: 'authorized' | 'failed') =>
      post(`payment_intents/${idOf(secret)}/challenge`, { client_secret: secret, outcome }),
    /** Confirms a payment intent with a card, as the older card form does. */
    payByCard: async (secret: string, number = '4242424242424242') => {
      const card = await post('payment_methods', {
        type: 'card',
        'card[number]': number,
        'card[exp_month]': '12',
        'card[exp_year]': '34',
        'card[cvc]': '123',
      })
      await post(`payment_intents/${idOf(secret)}/confirm`, { client_secret: secret, payment_method: card.id })
      return card.id
    },
    /** Creates a bank account that is not attached to a customer. */
    bankMethod: async (account = '000123456789') =>
      (
        await post('payment_methods', {
          type: 'us_bank_account',
          'billing_details[name]': 'Marina Sample',
          'us_bank_account[account_holder_type]': 'individual',
          ...bank('us_bank_account', account),
        })
      ).id,
    bankToken: async (account = '000123456789') =>
      (await post('tokens', { 'bank_account[country]': 'US', ...bank('bank_account', account) })).id,
  }
}
