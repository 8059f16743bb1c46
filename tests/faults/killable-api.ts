import { hashPassword } from '@tideline/api/accounts/password.ts'
import { readConfig } from '@tideline/api/config/config.ts'
import { createStripeProvider, WEBHOOK_PATH } from '@tideline/api/providers/stripe/provider.ts'
import { insertAccount, insertAgency, insertPolicy, type PolicyOptions } from '@tideline/api/testing/builders.ts'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { createStripeBrowserStub } from '@tideline/api/testing/stripe-app.ts'
import { afterEach } from 'vitest'
import { createApiProcess, pollUntil } from './api-process.ts'

export const password = 'Tideline-Demo-1'

// biome-ignore lint/suspicious/noExplicitAny: other tests validate responses against the contract
export type Reply = { status: number; body: any }

export const post = async (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

export type Payer = Awaited<ReturnType<Awaited<ReturnType<typeof createKillableApi>>['createPayer']>>

/** Waits for the first payment of a policy. */
export const waitForPayment = (payer: Payer) => pollUntil(async () => (await payer.payments())[0])

/** Runs the API on its own database, for tests that kill its process and start it again. Kills it after each test. */
export async function createKillableApi() {
  const database = await createTestDatabase()
  const { db, pool } = database
  const api = await createApiProcess(database, { WEBHOOKS_MAY_GO_INSIDE: 'true' })
  afterEach(() => api.kill())

  const getRows = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows

  /** Creates a Stripe simulator that keeps running when the API is killed. It sends events to the API at `url`. */
  const createStripe = (url: string) =>
    createStripeProvider(readConfig({ NODE_ENV: 'test' }), { pool, webhook: { url: `${url}${WEBHOOK_PATH}` } })

  /** Creates an agent, a policy that owes $1,125.00, and a bank account to pay with. */
  async function createPayer(url: string, options: PolicyOptions = {}) {
    const agency = await insertAgency(db)
    const account = await insertAccount(db, {
      agency_id: agency.agency_id,
      password_hash: await hashPassword(password),
    })
    const policy = await insertPolicy(db, { ...options, columns: { agency_id: agency.agency_id, ...options.columns } })
    const session = await post(`${url}/api/v1/auth/login`, { email: account.email, password })
    const bearer = { Authorization: `Bearer ${session.body.payload.token}` }
    const secret = await post(
      `${url}/api/v4/sessions/getClientSecretFromQuoteNumber`,
      { QuoteNumber: policy.quote_number },
      bearer,
    )
    const stripe = await createStripe(url)
    const method = await createStripeBrowserStub(stripe).setUpBank(secret.body.client_secret)
    const pay = (at: string, key: string) =>
      post(
        `${at}/api/v1/payments/ProcessPayment`,
        { PolicyNo: policy.policy_no, PaymentMethodId: method },
        { ...bearer, 'Idempotency-Key': key },
      )
    const payments = () =>
      getRows(
        `select policy_payment_id as id, status, amount_cents, stripe_payment_intent_id as intent from payments
         where policy_id = $1`,
        [policy.policy_id],
      )
    const intents = async () =>
      (await stripe.client.paymentIntents.list({ limit: 100 })).data.filter(
        (intent) => intent.metadata.policyNo === policy.policy_no,
      )
    return { policy, method, pay, payments, intents, stripe, bearer }
  }

  /** Skips the one-minute delay before a job finishes a payment that was interrupted. */
  const skipFinishDelay = (id: string) =>
    pool.query('update graphile_worker._private_jobs set run_at = now() where key = $1', [`finish-payment:${id}`])

  /** Releases the jobs that are still reserved for a worker, without waiting for the reservation to expire. */
  const skipJobLock = () =>
    pool.query(
      "update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_at is not null",
    )

  return { db, pool, api, getRows, createStripe, createPayer, skipFinishDelay, skipJobLock }
}
