import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { createAgentActor, createStaffActor } from '../testing/area-app.ts'
import { insertAgency, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { StripeCall } from '../testing/record-stripe.ts'
import { createStripeApp } from '../testing/stripe-app.ts'
import { finishPayment, sweepPayments } from './charge/finish-payment.ts'
import { reconcileStripe } from './reconcile.ts'
import { paymentHandlers } from './routes.ts'

const database = await createTestDatabase()
const { db } = database
const { call, calls, stripe, simulator, inBrowser } = await createStripeApp(database, paymentHandlers)
const agency = await insertAgency(db)
const agent = createAgentActor(agency)
const staff = createStaffActor('financeadmin')

const bound = (product = 1, monthly = false) =>
  insertPolicy(db, { product, monthly, columns: { agency_id: agency.agency_id } })
type Bound = Awaited<ReturnType<typeof bound>>

const callSuccessfully = async (request: string, body?: object, actor: typeof agent | typeof staff = agent) => {
  const response = await call(actor, request, body ? { body } : {})
  expect(response.status, `${request}: ${JSON.stringify(response.body)}`).toBe(200)
  return response.body
}
const aBank = async (policy: Bound, account?: string) => {
  const { client_secret: secret } = await callSuccessfully('POST /api/v4/sessions/getClientSecretFromQuoteNumber', {
    QuoteNumber: policy.quote_number,
  })
  return inBrowser.setUpBank(secret, account)
}
const aCard = async (policy: Bound, number?: string) => {
  const input = { firstname: 'Marina', lastName: 'Sample', email: policy.email, policyNo: policy.policy_no }
  const { payload } = await callSuccessfully('POST /api/v1/payments/createSetupIntent', input)
  return inBrowser.setUpCard(payload.data.client_secret, number)
}
const pay = (policy: Bound, PaymentMethodId: string, Amount = 1125) =>
  callSuccessfully('POST /api/v1/payments/ProcessPayment', { PolicyNo: policy.policy_no, PaymentMethodId, Amount })
/** $1,125.00 plus the fee of a US card. */
const cardTotal = 1157.93
const parts = { db, providers: { stripe }, config: {}, now: new Date(Date.now() + 3_600_000) } as Parameters<
  typeof finishPayment
>[0]

/** Runs all operations that call Stripe, one after the other. */
async function doEverything() {
  const byBank = await bound()
  await pay(byBank, await aBank(byBank))
  const failing = await bound()
  await pay(failing, await aBank(failing, '000222222227'))
  const byCard = await bound()
  const card = await aCard(byCard)
  const { payload } = await pay(byCard, card, cardTotal)
  const declined = await bound()
  const rejection = await call(agent, 'POST /api/v1/payments/ProcessPayment', {
    body: {
      PolicyNo: declined.policy_no,
      PaymentMethodId: await aCard(declined, '4000000000000341'),
      Amount: cardTotal,
    },
  })
  expect(rejection.status).toBe(422)
  const disputed = await bound()
  await pay(disputed, await aCard(disputed, '4000000000000259'), cardTotal)
  await simulator.settle()
  await callSuccessfully(
    `POST /api/v1/billing/payments/${payload.payment.paymentId}/refund`,
    { amount: 10, reason: 'Too much' },
    staff,
  )
  await simulator.settle()

  const monthly = await bound(4, true)
  const confirmed = await pay(monthly, await aCard(monthly, '4000002760003184'), 98.14)
  if (confirmed.payload?.nextAction)
    await inBrowser.authenticate(confirmed.payload.nextAction.clientSecret, 'authorized')
  await simulator.settle()

  const form = await bound()
  const input = { policyNo: form.policy_no, cardType: 'visa', country: 'US' }
  const intent = await callSuccessfully('POST /api/v1/payments/paymentIntent', { ...input, payerName: 'Pat Payer' })
  await callSuccessfully('PUT /api/v1/payments/paymentIntent', { ...input, cardType: 'amex' })
  await inBrowser.payByCard(intent.payload.clientSecret, '378282246310005')
  await callSuccessfully('POST /api/v1/payments/cardPayment', {
    policyNo: form.policy_no,
    amount: 1,
    intentId: intent.payload.intentId,
    responseData: '{}',
  })

  const wizard = await bound()
  const Baid = `BA${wizard.policy_no}`
  await db.updateTable('policy_transactions').set({ ba_id: Baid }).where('policy_id', '=', wizard.policy_id).execute()
  const payer = { FirstName: 'Marina', LastName: 'Sample', Email: wizard.email, Baid, Amount: 1125 }
  await callSuccessfully('POST /api/v1/payments/createSetupIntentWithKey', payer)

  const token = await bound()
  const ach = {
    PolicyNo: token.policy_no,
    BankToken: await inBrowser.bankToken(),
    PayerName: 'Pat',
    SaveForReuse: true,
    Email: token.email,
    Description: 'Year',
  }
  await callSuccessfully('POST /api/v1/payments/ach', ach)
  const kept = await bound()
  await callSuccessfully('POST /api/v1/payments/ach', {
    policyNo: kept.policy_no,
    bankToken: null,
    existingPaymentMethod: await aBank(kept),
  })

  const foreign = await bound()
  const loose = {
    PolicyNo: foreign.policy_no,
    BankToken: await inBrowser.bankMethod(),
    PayerName: 'Pat',
    Email: foreign.email,
  }
  await callSuccessfully('POST /api/v1/payments/ach', loose)

  await callSuccessfully('POST /api/v1/payments/updatePaymentMethod', {
    PolicyNo: byCard.policy_no,
    PaymentMethodId: await aCard(byCard),
    Default: true,
  })
  await callSuccessfully(`DELETE /api/v1/payments/removePaymentMethod/${byCard.policy_no}/${card}`)

  // A payment whose request stopped before Stripe's response was stored.
  const lost = await bound()
  await pay(lost, await aBank(lost))
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('policy_id', '=', lost.policy_id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('payments')
    .set({ stripe_payment_intent_id: null })
    .where('policy_payment_id', '=', row.policy_payment_id)
    .execute()
  await finishPayment(parts, { policyPaymentId: row.policy_payment_id } as Parameters<typeof finishPayment>[1])
  await sweepPayments({ db, now: parts.now })
  await reconcileStripe({ db, client: stripe.client, now: new Date() })
}

const folder = import.meta.dirname

/** Returns the Stripe resources and methods that are used in the source files. */
function namedInSources(): string[] {
  const resources = ['customers', 'setupIntents', 'paymentIntents', 'paymentMethods', 'refunds', 'disputes']
  const pattern = new RegExp(`\\b(${resources.join('|')})\\.([a-zA-Z]+)\\(`, 'g')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)].map(
        ([, resource, method]) => `${resource}.${method}`,
      ),
    )
  return [...new Set(names)].toSorted()
}

/** Returns the compiler errors for the calls, based on the types of the `stripe` package. */
function getComplaints(calls: readonly StripeCall[]): string[] {
  const fileName = join(folder, 'recorded-calls.ts')
  const source = [
    `import type Stripe from 'stripe'`,
    'declare const stripe: Stripe',
    ...calls.map(({ name, args }) => `stripe.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`),
  ].join('\n')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.getSourceFile = (name, ...rest) =>
    name === fileName
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ESNext)
      : getSourceFile.call(host, name, ...rest)
  host.fileExists = (name) => name === fileName || fileExists.call(host, name)
  host.readFile = (name) => (name === fileName ? source : readFile.call(host, name))
  const program = ts.createProgram([fileName], options, host)
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(fileName))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('sends only Stripe requests that match the parameter types of the stripe package', async () => {
  await doEverything()
  expect([...new Set(calls.map(({ name }) => name))].toSorted()).toEqual(namedInSources())
  expect(getComplaints(calls)).toEqual([])
})

test('detects unknown and missing parameters in a Stripe request', () => {
  expect(getComplaints([{ name: 'refunds.create', args: [{ payment_intend: 'pi_1' }] }])).toEqual([
    expect.stringContaining('payment_intend'),
  ])
  expect(getComplaints([{ name: 'paymentIntents.create', args: [{ currency: 'usd' }] }])).toEqual([
    expect.stringContaining("Property 'amount' is missing"),
  ])
})
