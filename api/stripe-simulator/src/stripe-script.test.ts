import vm from 'node:vm'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { serveStripeScript } from './stripe-script.ts'

interface Sent {
  url: string
  init: { headers: Record<string, string>; body?: URLSearchParams }
}

type Handler = (event: object) => void

/** Returns a stub with all members of DOM elements that the script uses. */
function createNodeStub() {
  const handlers = new Map<string, Handler>()
  return {
    value: '',
    selectionStart: 0,
    style: {},
    classList: { add() {}, toggle() {} },
    setAttribute() {},
    append() {},
    replaceChildren() {},
    remove() {},
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    type(text: string) {
      this.value = text
      this.selectionStart = text.length
      handlers.get('input')?.({})
    },
  }
}

interface Field {
  field: { input: ReturnType<typeof createNodeStub> }
  mount: (container: object) => void
  on: (event: string, listener: (state: { error?: { message: string }; brand?: string }) => void) => void
}
interface Group {
  create: (kind: string) => Field
}

/** Runs the script without a browser. Records its requests and responds to each with `response`. */
async function runScript(response: { status: number; body: object }) {
  const script = await (await new Hono().get('/v3/stripe.js', serveStripeScript).request('/v3/stripe.js')).text()
  const sent: Sent[] = []
  const window: { Stripe?: { (key: string): Record<string, (...args: unknown[]) => unknown>; version: string } } = {}
  const fetch = async (url: URL, init: Sent['init']) => {
    sent.push({ url: url.href, init })
    return Response.json(response.body, { status: response.status })
  }
  const document = {
    currentScript: { src: 'http://tideline.test/stripe-simulator/v3/stripe.js' },
    head: createNodeStub(),
    createElement: createNodeStub,
    querySelector: () => null,
  }
  vm.runInNewContext(script, { window, document, URL, URLSearchParams, fetch, setTimeout })
  if (!window.Stripe) throw new Error('The script defines no window.Stripe.')
  return { Stripe: window.Stripe, stripe: window.Stripe('pk_test_simulator'), sent }
}

test('defines the Stripe browser object expected by stripe-js and react-stripe-js', async () => {
  const { Stripe, stripe } = await runScript({ status: 200, body: {} })
  expect(Stripe.version).toBe('endive')
  for (const method of ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment', '_registerWrapper']) {
    expect(stripe[method]).toBeTypeOf('function')
  }
})

test('confirms a bank account in the browser with the publishable key and client secret', async () => {
  const { stripe, sent } = await runScript({ status: 200, body: { id: 'seti_1', status: 'succeeded' } })
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

test('returns a Stripe API error to the page instead of throwing an exception', async () => {
  const error = { type: 'card_error', message: 'Your card was declined.' }
  const { stripe } = await runScript({ status: 402, body: { error } })
  expect(await stripe.confirmCardSetup?.('seti_1_secret_2', { payment_method: 'pm_1' })).toEqual({ error })
})

/** Returns a card form with the given input. */
function createCardForm(stripe: Awaited<ReturnType<typeof runScript>>['stripe'], number: string) {
  const group = stripe.elements?.() as Group
  const [card, expiry, code] = ['cardNumber', 'cardExpiry', 'cardCvc'].map((kind) => group.create(kind))
  const states: { error?: { message: string } | undefined; brand?: string | undefined }[] = []
  for (const element of [card, expiry, code]) element?.mount(createNodeStub())
  card?.on('change', (state) => states.push(state))
  card?.field.input.type(number)
  expiry?.field.input.type('1234')
  code?.field.input.type('123')
  return { card, states }
}

test('sends the card number, expiration and security code, and reports the card brand to the page', async () => {
  const { stripe, sent } = await runScript({ status: 200, body: { id: 'pm_1' } })
  const { card, states } = createCardForm(stripe, '4242424242424242')
  const made = await stripe.createPaymentMethod?.({ type: 'card', card, billing_details: { name: 'Marina Sample' } })
  expect(made).toEqual({ paymentMethod: { id: 'pm_1' } })
  expect(Object.fromEntries(sent[0]?.init.body ?? [])).toEqual({
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '34',
    'card[cvc]': '123',
    'billing_details[name]': 'Marina Sample',
  })
  expect(states[0]).toMatchObject({ brand: 'visa', complete: true })
})

test('shows an error for a mistyped card number without sending the card form', async () => {
  const { stripe, sent } = await runScript({ status: 200, body: {} })
  const { card, states } = createCardForm(stripe, '4242424242424241')
  expect(await stripe.createPaymentMethod?.({ type: 'card', card })).toMatchObject({
    error: { code: 'invalid_number', message: 'Your card number is invalid.' },
  })
  expect(states[0]?.error?.message).toBe('Your card number is invalid.')
  expect(sent).toEqual([])
})
