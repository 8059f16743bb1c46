import vm from 'node:vm'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { standIn } from './stand-in.ts'

interface Sent {
  url: string
  init: { headers: Record<string, string>; body?: URLSearchParams }
}

/** The script as a page runs it, without a screen: what it sends is recorded and answered with `answer`. */
async function aPage(answer: { status: number; body: object }) {
  const script = await (await new Hono().get('/v3/stripe.js', standIn).request('/v3/stripe.js')).text()
  const sent: Sent[] = []
  const window: { Stripe?: { (key: string): Record<string, (...args: unknown[]) => unknown>; version: string } } = {}
  const fetch = async (url: URL, init: Sent['init']) => {
    sent.push({ url: url.href, init })
    return Response.json(answer.body, { status: answer.status })
  }
  const currentScript = { src: 'http://tideline.test/stripe-simulator/v3/stripe.js' }
  vm.runInNewContext(script, { window, document: { currentScript }, URL, URLSearchParams, fetch })
  if (!window.Stripe) throw new Error('The script defines no window.Stripe.')
  return { Stripe: window.Stripe, stripe: window.Stripe('pk_test_simulator'), sent }
}

test('the script defines the Stripe that stripe-js and react-stripe-js look for', async () => {
  const { Stripe, stripe } = await aPage({ status: 200, body: {} })
  expect(Stripe.version).toBe('endive')
  for (const method of ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment', '_registerWrapper']) {
    expect(stripe[method]).toBeTypeOf('function')
  }
})

test('a bank account is confirmed with the publishable key and the secret of its intent', async () => {
  const { stripe, sent } = await aPage({ status: 200, body: { id: 'seti_1', status: 'succeeded' } })
  const result = await stripe.confirmUsBankAccountSetup?.('seti_1_secret_2', {
    payment_method: {
      billing_details: { name: 'Marina Sample' },
      us_bank_account: {
        routing_number: '110000000',
        account_number: '000123456789',
        account_holder_type: 'individual',
      },
    },
  })
  expect(result).toEqual({ setupIntent: { id: 'seti_1', status: 'succeeded' } })
  expect(sent[0]?.url).toBe('http://tideline.test/stripe-simulator/v1/setup_intents/seti_1/confirm')
  expect(sent[0]?.init.headers).toEqual({ Authorization: 'Bearer pk_test_simulator' })
  expect(sent[0]?.init.body?.get('payment_method_data[us_bank_account][routing_number]')).toBe('110000000')
})

test('an error answer is given back, not thrown', async () => {
  const error = { type: 'card_error', message: 'Your card was declined.' }
  const { stripe } = await aPage({ status: 402, body: { error } })
  expect(await stripe.confirmCardSetup?.('seti_1_secret_2', { payment_method: 'pm_1' })).toEqual({ error })
})
