import Stripe from 'stripe'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from './simulator.ts'
import { createTestDatabase } from './testing/database.ts'

const pool = await createTestDatabase()
let simulator: Simulator
let stripe: Stripe
let received: Stripe.Event[]
let responseStatus: number
/** Requests that the client has sent. Tests reset this list. */
let sentRequests: string[] = []

/** Creates a Stripe client whose requests go to the simulator. */
const createStripeClient = (secretKey: string) =>
  new Stripe(secretKey, {
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(async (input, init) => {
      const request = new Request(input, init)
      sentRequests.push(`${request.method} ${new URL(request.url).pathname}`)
      return simulator.app.fetch(request)
    }),
  })

const receive = async (request: Request) => {
  const event = stripe.webhooks.constructEvent(
    await request.text(),
    request.headers.get('stripe-signature') ?? '',
    simulator.webhookSecret,
  )
  if (responseStatus === 200) received.push(event)
  return new Response(null, { status: responseStatus })
}

beforeAll(async () => {
  simulator = await createSimulator({ pool, webhook: { url: 'http://tideline.test/hook', fetch: receive } })
  stripe = createStripeClient(simulator.secretKey)
})
beforeEach(async () => {
  await pool.query('delete from stripe_simulator.tasks')
  received = []
  responseStatus = 200
})

type ResponseBody = Partial<Stripe.SetupIntent> & { error: { code: string } }

/** Sends a form-encoded request with the publishable key, like a browser. */
async function postFromBrowser(path: string, params: Record<string, string>) {
  const response = await simulator.app.request(`/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer pk_test_simulator', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(params),
  })
  return { status: response.status, body: (await response.json()) as ResponseBody }
}

const createCustomer = () => stripe.customers.create({ name: 'Marina Sample', email: 'marina.sample@example.com' })

const createCard = async (number: string) => {
  const { body } = await postFromBrowser('payment_methods', {
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

/** Stores a bank account for later debits, like the payment wizard. */
async function createStoredAccount(account: string) {
  const customer = await createCustomer()
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    allowed_payment_method_types: ['us_bank_account'],
  })
  const { body } = await postFromBrowser(`setup_intents/${intent.id}/confirm`, {
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

describe('Stripe simulator (bank debits)', () => {
  test('debits a saved bank account off-session and reports the payment by webhook', async () => {
    const { customer, setup, method } = await createStoredAccount('000123456789')
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
  ])('fails a submitted debit of account %s with the code %s', async (account, code) => {
    const { customer, method } = await createStoredAccount(account)
    const intent = await debit(customer.id, method)
    await simulator.settle()
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code },
    })
    expect(getTypes(received)).toContain('payment_intent.payment_failed')
  })

  test('declines a debit from an unusable account upon confirmation', async () => {
    const { customer, method } = await createStoredAccount('000111111116')
    expect(await failure(debit(customer.id, method))).toMatchObject({ code: 'bank_account_unusable' })
  })

  test('leaves the setup intent without a payment method if an account fails validation', async () => {
    const { setup } = await createStoredAccount('000666666661')
    expect(setup).toMatchObject({ status: 'requires_payment_method', payment_method: null })
  })

  test('rejects a routing number with a wrong check digit', async () => {
    const { status, body } = await postFromBrowser('tokens', {
      'bank_account[country]': 'US',
      'bank_account[currency]': 'usd',
      'bank_account[routing_number]': '110000001',
      'bank_account[account_number]': '000123456789',
    })
    expect([status, body.error.code]).toEqual([400, 'routing_number_invalid'])
  })

  test('marks a disputed debit as paid before opening the dispute', async () => {
    const { customer, method } = await createStoredAccount('000555555559')
    await debit(customer.id, method)
    await simulator.settle()
    expect(getTypes(received)).toEqual(expect.arrayContaining(['payment_intent.succeeded', 'charge.dispute.created']))
  })

  test('saves a tokenized bank account that can be debited only with a mandate', async () => {
    const customer = await createCustomer()
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

describe('Stripe simulator (cards)', () => {
  const chargeOnce = async (number: string) => {
    const method = await createCard(number)
    return stripe.paymentIntents.create({ amount: 9900, currency: 'usd', payment_method: method.id, confirm: true })
  }

  test('charges a card immediately and refunds the charge in parts', async () => {
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

  test('authorizes a card with manual capture, then captures or cancels the authorization', async () => {
    const { id: payment_method } = await createCard('4242424242424242')
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
  ])('declines card %s with %s and records a failed charge', async (number, code, decline_code) => {
    const error = await failure(chargeOnce(number))
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code })
    const intent = (error as Stripe.errors.StripeCardError).payment_intent
    expect(await stripe.paymentIntents.retrieve(String(intent?.id), { expand: ['latest_charge'] })).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code, decline_code, charge: expect.stringMatching(/^ch_/) },
      latest_charge: { status: 'failed', failure_code: code },
    })
  })

  test('saves a card that is later declined when charged', async () => {
    const customer = await createCustomer()
    const method = await createCard('4000000000000341')
    await stripe.paymentMethods.attach(method.id, { customer: customer.id })
    expect(await failure(debit(customer.id, method.id))).toMatchObject({ code: 'card_declined' })
  })

  test.each(['4000002500003155', '4000000000003220'])(
    'requires authentication of card %s only for the first setup',
    async (number) => {
      const customer = await createCustomer()
      const method = await createCard(number)
      const intent = await stripe.setupIntents.create({
        customer: customer.id,
        payment_method: method.id,
        confirm: true,
      })
      expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
      const { body } = await postFromBrowser(`setup_intents/${intent.id}/challenge`, {
        client_secret: String(intent.client_secret),
        outcome: 'authorized',
      })
      expect(body.status).toBe('succeeded')
      expect(await debit(customer.id, method.id)).toMatchObject({ status: 'succeeded' })
    },
  )

  test('declines an off-session payment if the card always requires authentication', async () => {
    const customer = await createCustomer()
    const method = await createCard('4000002760003184')
    const setup = await stripe.setupIntents.create({ customer: customer.id, payment_method: method.id, confirm: true })
    await postFromBrowser(`setup_intents/${setup.id}/challenge`, {
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
    ['failed', 'requires_payment_method', { code: 'payment_intent_authentication_failure' }],
  ])('sets a payment with authentication result %s to status %s', async (outcome, status, last_payment_error) => {
    const intent = await chargeOnce('4000000000003220')
    expect(intent.status).toBe('requires_action')
    const { body } = await postFromBrowser(`payment_intents/${intent.id}/challenge`, {
      client_secret: String(intent.client_secret),
      outcome,
    })
    expect(body).toMatchObject({ status, last_payment_error })
  })

  test('rejects a declined card at setup, then accepts another card for the same setup intent', async () => {
    const intent = await stripe.setupIntents.create({})
    const confirm = async (number: string) =>
      postFromBrowser(`setup_intents/${intent.id}/confirm`, {
        client_secret: String(intent.client_secret),
        payment_method: (await createCard(number)).id,
      })
    expect(await confirm('4000000000000002')).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', setup_intent: { status: 'requires_payment_method' } } },
    })
    expect((await confirm('4242424242424242')).body).toMatchObject({ status: 'succeeded', last_setup_error: null })
  })

  test('updates an open payment intent and rejects confirmation of a cancelled payment intent', async () => {
    const intent = await stripe.paymentIntents.create({ amount: 9900, currency: 'usd', metadata: { a: '1' } })
    const changed = await stripe.paymentIntents.update(intent.id, { amount: 8800, metadata: { b: '2' } })
    expect(changed).toMatchObject({ amount: 8800, metadata: { a: '1', b: '2' }, status: 'requires_payment_method' })
    expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled')
    const { body } = await postFromBrowser(`payment_intents/${intent.id}/confirm`, {
      client_secret: String(intent.client_secret),
      payment_method: (await createCard('4242424242424242')).id,
    })
    expect(body.error.code).toBe('payment_intent_unexpected_state')
  })

  test('resolves a card dispute as won after the winning test evidence', async () => {
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

  test('lets a browser close a card dispute only once', async () => {
    const intent = await chargeOnce('4000000000000259')
    const { data } = await stripe.disputes.list({ payment_intent: intent.id })
    const decide = (outcome: string) => postFromBrowser(`disputes/${data[0]?.id}/verdict`, { outcome })
    expect((await decide('lost')).body).toMatchObject({ status: 'lost' })
    expect((await decide('won')).status).toBe(400)
    await simulator.settle()
    expect(getTypes(received)).toContain('charge.dispute.closed')
  })

  test('declines a saved card after the expiration month', async () => {
    const customer = await createCustomer()
    const method = await createCard('4242424242424242')
    await stripe.paymentMethods.attach(method.id, { customer: customer.id })
    const charge = async (now: string) => {
      const later = await createSimulator({
        ...{ pool, webhook: { url: 'http://tideline.test/hook', fetch: receive } },
        now: () => new Date(now),
      })
      const response = await later.app.request('/v1/payment_intents', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${later.secretKey}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          ...{ amount: '3867', currency: 'usd', customer: customer.id, payment_method: method.id, confirm: 'true' },
          ...{ off_session: 'true', 'allowed_payment_method_types[]': 'card' },
        }),
      })
      const { status, error } = (await response.json()) as Partial<Stripe.PaymentIntent> & { error?: { code: string } }
      return status ?? error?.code
    }
    expect(await charge('2034-12-31T12:00:00Z')).toBe('succeeded')
    expect(await charge('2035-01-01T12:00:00Z')).toBe('expired_card')
  })

  test('leaves the setup intent without a payment method if authentication fails', async () => {
    const method = await createCard('4000000000003220')
    const intent = await stripe.setupIntents.create({ payment_method: method.id, confirm: true })
    const { body } = await postFromBrowser(`setup_intents/${intent.id}/challenge`, {
      client_secret: String(intent.client_secret),
      outcome: 'failed',
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
  ])('recognizes card %s as %s issued in %s', async (number, brand, country) => {
    expect(await createCard(number)).toMatchObject({ card: { brand, country, last4: number.slice(-4) } })
  })

  test('rejects a mistyped card number without storing the number', async () => {
    const { status, body } = await postFromBrowser('payment_methods', {
      type: 'card',
      'card[number]': '4242424242424241',
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
    })
    expect([status, body.error.code]).toEqual([402, 'incorrect_number'])
  })

  test('stores no card or account number in the database', async () => {
    await createCard('4242424242424242')
    await createStoredAccount('000123456789')
    const { rows } = await pool.query(
      `select count(*)::int as n from stripe_simulator.objects where data::text ~ '4242424242424242|000123456789'`,
    )
    expect(rows[0].n).toBe(0)
  })
})

describe('Stripe simulator (requests)', () => {
  test('replays the response for an idempotency key and rejects different parameters', async () => {
    const options = { idempotencyKey: `once-${Date.now()}` }
    const [first, second] = [
      await stripe.customers.create({ name: 'Marina Sample' }, options),
      await stripe.customers.create({ name: 'Marina Sample' }, options),
    ]
    expect(second.id).toBe(first.id)
    expect(new Headers(second.lastResponse.headers).get('idempotent-replayed')).toBe('true')
    expect(second.lastResponse.requestId).toMatch(/^req_/)
    expect(await failure(stripe.customers.create({ name: 'Another Person' }, options))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  test('returns the stored decline for a repeated idempotency key without a second attempt', async () => {
    const method = await createCard('4000000000000002')
    const params = { amount: 9900, currency: 'usd', payment_method: method.id, confirm: true }
    const options = { idempotencyKey: `declined-${Date.now()}` }
    const errors = [
      await failure(stripe.paymentIntents.create(params, options)),
      await failure(stripe.paymentIntents.create(params, options)),
    ]
    const ids = errors.map((error) => (error as Stripe.errors.StripeCardError).payment_intent?.id)
    expect(ids[0]).toBe(ids[1])
  })

  test('charges only once if two concurrent requests use the same idempotency key', async () => {
    const { customer, method } = await createStoredAccount('000123456789')
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
  ])('rejects %s and reports the parameter name', async (_, params, param) => {
    expect(await failure(stripe.setupIntents.create(params as Stripe.SetupIntentCreateParams))).toMatchObject({
      code: 'parameter_unknown',
      param,
    })
  })

  test('returns 501 and prevents client retries for an endpoint that Tideline does not use', async () => {
    sentRequests = []
    expect(await failure(stripe.charges.retrieve('ch_1'))).toMatchObject({
      statusCode: 501,
      type: 'StripeAPIError',
      message: 'The Stripe simulator does not support GET /v1/charges/ch_1.',
      requestId: expect.stringMatching(/^req_/),
    })
    expect(sentRequests).toEqual(['GET /v1/charges/ch_1'])
  })

  test('rejects payment_method_types, which this Stripe API version does not support', async () => {
    const params = { amount: 100, currency: 'usd', payment_method_types: ['card'] } as Stripe.PaymentIntentCreateParams
    expect(await failure(stripe.paymentIntents.create(params))).toMatchObject({ param: 'payment_method_types' })
  })

  test('returns different errors for a missing parameter, a missing object and an invalid key', async () => {
    expect(await failure(stripe.paymentIntents.create({ currency: 'usd' } as never))).toMatchObject({
      code: 'parameter_missing',
      param: 'amount',
    })
    expect(await failure(stripe.paymentMethods.retrieve('pm_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    expect(await failure(createStripeClient('sk_test_x').customers.create({}))).toMatchObject({
      type: 'StripeAuthenticationError',
    })
  })

  test('requires the client secret when a browser confirms an intent', async () => {
    const intent = await stripe.setupIntents.create({})
    const wrong = await postFromBrowser(`setup_intents/${intent.id}/confirm`, { client_secret: 'guess' })
    expect(wrong.status).toBe(404)
    expect((await postFromBrowser('refunds', { payment_intent: 'pi_1' })).status).toBe(403)
  })

  test('returns lists in pages, newest first', async () => {
    const customer = await createCustomer()
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

  test('rejects a payment method that was detached', async () => {
    const customer = await createCustomer()
    const method = await createCard('4242424242424242')
    await stripe.paymentMethods.attach(method.id, { customer: customer.id })
    await stripe.paymentMethods.detach(method.id)
    expect(await failure(stripe.paymentMethods.attach(method.id, { customer: customer.id }))).toBeDefined()
    expect((await stripe.paymentMethods.retrieve(method.id)).customer).toBeNull()
  })
})

describe('Stripe simulator (webhooks)', () => {
  test('redelivers an event that the webhook endpoint did not accept', async () => {
    responseStatus = 500
    await createCustomer()
    expect(await simulator.settle()).toEqual({ failed: 1 })
    responseStatus = 200
    expect(await simulator.settle()).toEqual({ failed: 0 })
    expect(getTypes(received)).toEqual(['customer.created'])
  })

  test('can deliver events more than once and out of order', async () => {
    await createCard('4242424242424242').then((method) =>
      stripe.paymentIntents.create({ amount: 9900, currency: 'usd', payment_method: method.id, confirm: true }),
    )
    await simulator.settle((events) => [...events, ...events].reverse())
    expect(getTypes(received).at(-1)).toBe('payment_intent.created')
    expect(getTypes(received).filter((type) => type === 'payment_intent.succeeded')).toHaveLength(2)
  })

  test('settles a debit on schedule and delivers the event', async () => {
    const { customer, method } = await createStoredAccount('000123456789')
    await debit(customer.id, method)
    await pool.query(`update stripe_simulator.tasks set due_at = now() - interval '1 second'`)
    simulator.start()
    await expect.poll(() => getTypes(received)).toContain('payment_intent.succeeded')
    await simulator.stop()
  })
})
