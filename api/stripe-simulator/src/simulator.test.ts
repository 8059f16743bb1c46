import Stripe from 'stripe'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from './simulator.ts'
import { createTestDatabase } from './testing/database.ts'

const pool = await createTestDatabase()
let simulator: Simulator
let stripe: Stripe
let received: Stripe.Event[]
let answerStatus: number
/** What the client asked for since a test emptied it. */
let asked: string[] = []

/** Stripe's own client, whose requests end at the simulator. */
const clientWith = (secretKey: string) =>
  new Stripe(secretKey, {
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(async (input, init) => {
      const request = new Request(input, init)
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return simulator.app.fetch(request)
    }),
  })

const receive = async (request: Request) => {
  const event = stripe.webhooks.constructEvent(
    await request.text(),
    request.headers.get('stripe-signature') ?? '',
    simulator.webhookSecret,
  )
  if (answerStatus === 200) received.push(event)
  return new Response(null, { status: answerStatus })
}

beforeAll(async () => {
  simulator = await createSimulator({ pool, webhook: { url: 'http://tideline.test/hook', fetch: receive } })
  stripe = clientWith(simulator.secretKey)
})
beforeEach(async () => {
  await pool.query('delete from stripe_simulator.tasks')
  received = []
  answerStatus = 200
})

type Answer = Partial<Stripe.SetupIntent> & { error: { code: string } }

/** A call as the page makes it: publishable key, form encoded. */
async function inBrowser(path: string, params: Record<string, string>) {
  const response = await simulator.app.request(`/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer pk_test_simulator', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(params),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}

const aCustomer = () => stripe.customers.create({ name: 'Marina Sample', email: 'marina.sample@example.com' })

const aCard = async (number: string) => {
  const { body } = await inBrowser('payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '34',
    'card[cvc]': '123',
  })
  return body as unknown as Stripe.PaymentMethod
}

const bankFields = (account: string) => ({
  'payment_method_data[type]': 'us_bank_account',
  'payment_method_data[billing_details][name]': 'Marina Sample',
  'payment_method_data[us_bank_account][routing_number]': '110000000',
  'payment_method_data[us_bank_account][account_number]': account,
  'payment_method_data[us_bank_account][account_holder_type]': 'individual',
})

/** A bank account stored for later debits, the way the wizard stores it. */
async function aStoredAccount(account: string) {
  const customer = await aCustomer()
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ['us_bank_account'],
  })
  const { body } = await inBrowser(`setup_intents/${intent.id}/confirm`, {
    client_secret: String(intent.client_secret),
    ...bankFields(account),
  })
  return { customer, setup: body, method: String(body.payment_method) }
}

const debit = (customer: string, method: string, amount = 131775) =>
  stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    customer,
    payment_method: method,
    allowed_payment_method_types: ['us_bank_account', 'card'],
    confirm: true,
    off_session: true,
  })

const getTypes = (events: Stripe.Event[]) => events.map((event) => event.type as string)
const failure = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Stripe.errors.StripeError) => error,
  )

describe('bank debits', () => {
  test('a stored account is debited without its owner, processing first and paid by webhook later', async () => {
    const { customer, setup, method } = await aStoredAccount('000123456789')
    expect(setup).toMatchObject({ status: 'succeeded', mandate: expect.stringMatching(/^mandate_/) })

    const intent = await debit(customer.id, method)
    expect(intent.status).toBe('processing')

    await simulator.settle()
    expect(getTypes(received)).toEqual(
      expect.arrayContaining(['payment_intent.processing', 'payment_intent.succeeded']),
    )
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 131775,
      latest_charge: { paid: true, amount_captured: 131775, payment_method_details: { type: 'us_bank_account' } },
    })
  })

  test.each([
    ['000111111113', 'account_closed'],
    ['000222222227', 'insufficient_funds'],
    ['000333333335', 'debit_not_authorized'],
  ])('account %s comes back later with %s', async (account, code) => {
    const { customer, method } = await aStoredAccount(account)
    const intent = await debit(customer.id, method)
    await simulator.settle()
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
    })
    expect(getTypes(received)).toContain('payment_intent.payment_failed')
  })

  test('an unusable account is refused when the debit is confirmed', async () => {
    const { customer, method } = await aStoredAccount('000111111116')
    expect(await failure(debit(customer.id, method))).toMatchObject({ code: 'bank_account_unusable' })
  })

  test('an account that fails validation leaves the set-up intent without a payment method', async () => {
    const { setup } = await aStoredAccount('000666666661')
    expect(setup).toMatchObject({ status: 'requires_payment_method', payment_method: null })
  })

  test('a routing number with a wrong check digit is refused', async () => {
    const { status, body } = await inBrowser('tokens', {
      'bank_account[country]': 'US',
      'bank_account[currency]': 'usd',
      'bank_account[routing_number]': '110000001',
      'bank_account[account_number]': '000123456789',
    })
    expect([status, body.error.code]).toEqual([400, 'routing_number_invalid'])
  })

  test('a disputed debit is paid, taken back and lost', async () => {
    const { customer, method } = await aStoredAccount('000555555559')
    await debit(customer.id, method)
    await simulator.settle()
    expect(getTypes(received)).toEqual(expect.arrayContaining(['payment_intent.succeeded', 'charge.dispute.created']))
  })

  test('a bank token becomes an account of the customer that can be debited with a mandate', async () => {
    const customer = await aCustomer()
    const token = await stripe.tokens.create({
      bank_account: {
        country: 'US',
        currency: 'usd',
        routing_number: '110000000',
        account_number: '000123456789',
        account_holder_name: 'Marina Sample',
        account_holder_type: 'individual',
      },
    })
    const source = await stripe.customers.createSource(customer.id, { source: token.id })
    expect(source).toMatchObject({ object: 'bank_account', last4: '6789', customer: customer.id })
    const params = {
      amount: 5000,
      currency: 'usd',
      customer: customer.id,
      payment_method: source.id,
      allowed_payment_method_types: ['us_bank_account'],
      confirm: true,
    }
    expect(await failure(stripe.paymentIntents.create(params))).toMatchObject({
      code: 'payment_intent_mandate_invalid',
    })
    const acceptance = { customer_acceptance: { type: 'offline' as const, offline: {} } }
    const intent = await stripe.paymentIntents.create({ ...params, mandate_data: acceptance })
    expect(intent.status).toBe('processing')
    expect(await failure(stripe.customers.createSource(customer.id, { source: token.id }))).toMatchObject({
      code: 'token_already_used',
    })
  })
})

describe('cards', () => {
  const chargeOnce = async (number: string) => {
    const method = await aCard(number)
    return stripe.paymentIntents.create({ amount: 9900, currency: 'usd', payment_method: method.id, confirm: true })
  }

  test('an ordinary card is charged at once and refunded in parts', async () => {
    const intent = await chargeOnce('4242424242424242')
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 9900 })
    await stripe.refunds.create({ payment_intent: intent.id, amount: 4000 })
    await stripe.refunds.create({ payment_intent: intent.id })
    expect(await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })).toMatchObject({
      latest_charge: { amount_refunded: 9900, refunded: true },
    })
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data.map(({ amount }) => amount)).toEqual([
      5900, 4000,
    ])
    expect(await failure(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_already_refunded',
    })
  })

  test('a card whose money is captured by hand is held first, then taken once or let go', async () => {
    const { id: payment_method } = await aCard('4242424242424242')
    const hold = () =>
      stripe.paymentIntents.create({
        ...{ amount: 9900, currency: 'usd', payment_method, confirm: true },
        ...{ allowed_payment_method_types: ['card'], capture_method: 'manual' },
      })
    const [taken, released] = [await hold(), await hold()]
    expect(taken).toMatchObject({ status: 'requires_capture', amount_capturable: 9900, amount_received: 0 })
    expect(await stripe.paymentIntents.capture(taken.id)).toMatchObject({
      ...{ status: 'succeeded', amount_capturable: 0, amount_received: 9900 },
    })
    expect(await stripe.paymentIntents.cancel(released.id)).toMatchObject({ status: 'canceled', amount_received: 0 })
    for (const { id } of [taken, released])
      expect(await failure(stripe.paymentIntents.capture(id))).toMatchObject({
        code: 'payment_intent_unexpected_state',
      })
    await simulator.settle()
    expect(getTypes(received)).toContain('payment_intent.amount_capturable_updated')
  })

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', 'expired_card'],
  ])('card %s is declined with %s and leaves a failed charge behind', async (number, code, decline_code) => {
    const error = await failure(chargeOnce(number))
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code })
    const intent = (error as Stripe.errors.StripeCardError).payment_intent
    expect(await stripe.paymentIntents.retrieve(String(intent?.id), { expand: ['latest_charge'] })).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code, decline_code, charge: expect.stringMatching(/^ch_/) },
      latest_charge: { status: 'failed', failure_code: code },
    })
  })

  test('a card that attaches but fails is stored and then declined', async () => {
    const customer = await aCustomer()
    const method = await aCard('4000000000000341')
    await stripe.paymentMethods.attach(method.id, { customer: customer.id })
    expect(await failure(debit(customer.id, method.id))).toMatchObject({ code: 'card_declined' })
  })

  test.each(['4000002500003155', '4000000000003220'])(
    'card %s asks its owner, and not again once set up',
    async (number) => {
      const customer = await aCustomer()
      const method = await aCard(number)
      const intent = await stripe.setupIntents.create({
        customer: customer.id,
        payment_method: method.id,
        confirm: true,
      })
      expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
      const { body } = await inBrowser(`setup_intents/${intent.id}/challenge`, {
        client_secret: String(intent.client_secret),
        outcome: 'authorized',
      })
      expect(body.status).toBe('succeeded')
      expect(await debit(customer.id, method.id)).toMatchObject({ status: 'succeeded' })
    },
  )

  test('a card that asks each time is declined while its owner is away', async () => {
    const customer = await aCustomer()
    const method = await aCard('4000002760003184')
    const setup = await stripe.setupIntents.create({ customer: customer.id, payment_method: method.id, confirm: true })
    await inBrowser(`setup_intents/${setup.id}/challenge`, {
      client_secret: String(setup.client_secret),
      outcome: 'authorized',
    })
    expect(await failure(debit(customer.id, method.id))).toMatchObject({
      code: 'authentication_required',
      payment_intent: { status: 'requires_payment_method' },
    })
  })

  test.each([
    ['authorized', 'succeeded', null],
    ['refused', 'requires_payment_method', { code: 'payment_intent_authentication_failure' }],
  ])('a payment whose challenge is %s ends as %s', async (outcome, status, last_payment_error) => {
    const intent = await chargeOnce('4000000000003220')
    expect(intent.status).toBe('requires_action')
    const { body } = await inBrowser(`payment_intents/${intent.id}/challenge`, {
      client_secret: String(intent.client_secret),
      outcome,
    })
    expect(body).toMatchObject({ status, last_payment_error })
  })

  test('a declined card is not set up, and the intent takes another', async () => {
    const intent = await stripe.setupIntents.create({})
    const confirm = async (number: string) =>
      inBrowser(`setup_intents/${intent.id}/confirm`, {
        client_secret: String(intent.client_secret),
        payment_method: (await aCard(number)).id,
      })
    expect(await confirm('4000000000000002')).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', setup_intent: { status: 'requires_payment_method' } } },
    })
    expect((await confirm('4242424242424242')).body).toMatchObject({ status: 'succeeded', last_setup_error: null })
  })

  test('an open payment is brought up to date, and takes no money once it is canceled', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 9900, currency: 'usd', metadata: { a: '1' } })
    const changed = await stripe.paymentIntents.update(intent.id, { amount: 8800, metadata: { b: '2' } })
    expect(changed).toMatchObject({ amount: 8800, metadata: { a: '1', b: '2' }, status: 'requires_payment_method' })
    expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled')
    const { body } = await inBrowser(`payment_intents/${intent.id}/confirm`, {
      client_secret: String(intent.client_secret),
      payment_method: (await aCard('4242424242424242')).id,
    })
    expect(body.error.code).toBe('payment_intent_unexpected_state')
  })

  test('a disputed card is paid first, and won with Stripe’s word for good evidence', async () => {
    const intent = await chargeOnce('4000000000000259')
    expect(intent.status).toBe('succeeded')
    const { data } = await stripe.disputes.list({ payment_intent: intent.id })
    expect(data).toMatchObject([{ status: 'needs_response', amount: 9900 }])
    const evidence = { uncategorized_text: 'winning_evidence' }
    expect((await stripe.disputes.update(String(data[0]?.id), { evidence })).status).toBe('won')
    await simulator.settle()
    expect(getTypes(received)).toEqual(
      expect.arrayContaining(['charge.dispute.created', 'charge.dispute.funds_reinstated', 'charge.dispute.closed']),
    )
  })

  test('a refused challenge leaves the set-up intent without a payment method', async () => {
    const method = await aCard('4000000000003220')
    const intent = await stripe.setupIntents.create({ payment_method: method.id, confirm: true })
    const { body } = await inBrowser(`setup_intents/${intent.id}/challenge`, {
      client_secret: String(intent.client_secret),
      outcome: 'refused',
    })
    expect(body).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    })
  })

  test.each([
    ['378282246310005', 'amex', 'US'],
    ['4000000760000002', 'visa', 'BR'],
    ['6011111111111117', 'discover', 'US'],
  ])('card %s is known as %s of %s', async (number, brand, country) => {
    expect(await aCard(number)).toMatchObject({ card: { brand, country, last4: number.slice(-4) } })
  })

  test('a mistyped number is refused and never stored', async () => {
    const { status, body } = await inBrowser('payment_methods', {
      type: 'card',
      'card[number]': '4242424242424241',
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
    })
    expect([status, body.error.code]).toEqual([402, 'incorrect_number'])
  })

  test('no card or account number is kept anywhere', async () => {
    await aCard('4242424242424242')
    await aStoredAccount('000123456789')
    const { rows } = await pool.query(
      `select count(*)::int as n from stripe_simulator.objects where data::text ~ '4242424242424242|000123456789'`,
    )
    expect(rows[0].n).toBe(0)
  })
})

describe('requests', () => {
  test('the same key answers the same once, and refuses other parameters', async () => {
    const options = { idempotencyKey: `once-${Date.now()}` }
    const [first, second] = [
      await stripe.customers.create({ name: 'Marina Sample' }, options),
      await stripe.customers.create({ name: 'Marina Sample' }, options),
    ]
    expect(second.id).toBe(first.id)
    expect(new Headers(second.lastResponse.headers).get('idempotent-replayed')).toBe('true')
    expect(second.lastResponse.requestId).toMatch(/^req_/)
    expect(await failure(stripe.customers.create({ name: 'Somebody Else' }, options))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  test('a declined charge is replayed, not tried again', async () => {
    const method = await aCard('4000000000000002')
    const params = { amount: 9900, currency: 'usd', payment_method: method.id, confirm: true }
    const options = { idempotencyKey: `declined-${Date.now()}` }
    const errors = [
      await failure(stripe.paymentIntents.create(params, options)),
      await failure(stripe.paymentIntents.create(params, options)),
    ]
    const ids = errors.map((error) => (error as Stripe.errors.StripeCardError).payment_intent?.id)
    expect(ids[0]).toBe(ids[1])
  })

  test('two requests at once with one key charge once', async () => {
    const { customer, method } = await aStoredAccount('000123456789')
    const params = { amount: 5000, currency: 'usd', customer: customer.id, payment_method: method, confirm: true }
    const options = { idempotencyKey: `double-${Date.now()}` }
    const [first, second] = await Promise.all([
      stripe.paymentIntents.create(params, options),
      stripe.paymentIntents.create(params, options),
    ])
    expect(second.id).toBe(first.id)
    expect((await stripe.paymentIntents.list({ customer: customer.id })).data).toHaveLength(1)
  })

  test.each([
    ['an unknown parameter', { nonsense: 'x' }, 'nonsense'],
    [
      'an unknown nested parameter',
      { mandate_data: { customer_acceptance: { type: 'online', planet: 'Earth' } } },
      'mandate_data[customer_acceptance][planet]',
    ],
  ])('%s is refused by name', async (_, params, param) => {
    expect(await failure(stripe.setupIntents.create(params as Stripe.SetupIntentCreateParams))).toMatchObject({
      code: 'parameter_unknown',
      param,
    })
  })

  test('a call that Tideline never makes is answered 501 with its name, and not tried again', async () => {
    asked = []
    expect(await failure(stripe.charges.retrieve('ch_1'))).toMatchObject({
      statusCode: 501,
      type: 'StripeAPIError',
      message: 'The Stripe simulator does not answer GET /v1/charges/ch_1.',
      requestId: expect.stringMatching(/^req_/),
    })
    expect(asked).toEqual(['GET /v1/charges/ch_1'])
  })

  test('the old payment_method_types is unknown to this version of the API', async () => {
    const params = { amount: 100, currency: 'usd', payment_method_types: ['card'] } as Stripe.PaymentIntentCreateParams
    expect(await failure(stripe.paymentIntents.create(params))).toMatchObject({ param: 'payment_method_types' })
  })

  test('a missing parameter, a missing object and a wrong key are told apart', async () => {
    expect(await failure(stripe.paymentIntents.create({ currency: 'usd' } as never))).toMatchObject({
      code: 'parameter_missing',
      param: 'amount',
    })
    expect(await failure(stripe.paymentMethods.retrieve('pm_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    expect(await failure(clientWith('sk_test_x').customers.create({}))).toMatchObject({
      type: 'StripeAuthenticationError',
    })
  })

  test('a browser may finish its own intent and nothing else', async () => {
    const intent = await stripe.setupIntents.create({})
    const wrong = await inBrowser(`setup_intents/${intent.id}/confirm`, { client_secret: 'guess' })
    expect(wrong.status).toBe(404)
    expect((await inBrowser('refunds', { payment_intent: 'pi_1' })).status).toBe(403)
  })

  test('lists come newest first in pages', async () => {
    const customer = await aCustomer()
    const ids: string[] = []
    for (const amount of [1000, 2000, 3000])
      ids.unshift((await stripe.paymentIntents.create({ amount, currency: 'usd', customer: customer.id })).id)
    const listed = await stripe.paymentIntents
      .list({ customer: customer.id, limit: 2 })
      .autoPagingToArray({ limit: 10 })
    expect(listed.map((intent) => intent.id)).toEqual(ids)
    const later = { gte: (listed[0]?.created ?? 0) + 60 }
    expect((await stripe.paymentIntents.list({ customer: customer.id, created: later })).data).toEqual([])
  })

  test('a detached payment method cannot be used again', async () => {
    const customer = await aCustomer()
    const method = await aCard('4242424242424242')
    await stripe.paymentMethods.attach(method.id, { customer: customer.id })
    await stripe.paymentMethods.detach(method.id)
    expect(await failure(stripe.paymentMethods.attach(method.id, { customer: customer.id }))).toBeDefined()
    expect((await stripe.paymentMethods.retrieve(method.id)).customer).toBeNull()
  })
})

describe('webhooks', () => {
  test('an event that was not accepted stays for the next time', async () => {
    answerStatus = 500
    await aCustomer()
    expect(await simulator.settle()).toEqual({ failed: 1 })
    answerStatus = 200
    expect(await simulator.settle()).toEqual({ failed: 0 })
    expect(getTypes(received)).toEqual(['customer.created'])
  })

  test('events can arrive twice and in another order', async () => {
    await aCard('4242424242424242').then((method) =>
      stripe.paymentIntents.create({ amount: 9900, currency: 'usd', payment_method: method.id, confirm: true }),
    )
    await simulator.settle((events) => [...events, ...events].reverse())
    expect(getTypes(received).at(-1)).toBe('payment_intent.created')
    expect(getTypes(received).filter((type) => type === 'payment_intent.succeeded')).toHaveLength(2)
  })

  test('by the clock, a debit settles and is delivered without being asked', async () => {
    const { customer, method } = await aStoredAccount('000123456789')
    await debit(customer.id, method)
    await pool.query(`update stripe_simulator.tasks set due_at = now() - interval '1 second'`)
    simulator.start()
    await expect.poll(() => getTypes(received)).toContain('payment_intent.succeeded')
    await simulator.stop()
  })
})
