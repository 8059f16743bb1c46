import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '@tideline/api/accounts/password.ts'
import { addDays } from '@tideline/api/calendar/days.ts'
import { formatUsDate } from '@tideline/api/calendar/format-date.ts'
import { getPropertyDate } from '@tideline/api/calendar/property-date.ts'
import { readConfig } from '@tideline/api/config/config.ts'
import { createPolicyDocuments } from '@tideline/api/documents/create-documents.ts'
import { type ColumnName, columnNames, importColumns } from '@tideline/api/imports/columns.ts'
import { createStripeProvider } from '@tideline/api/providers/stripe/provider.ts'
import { signingConsent } from '@tideline/api/signing/consent.ts'
import { insertAccount, insertAgency, insertPolicy, type PolicyOptions } from '@tideline/api/testing/builders.ts'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { createSamplePng } from '@tideline/api/testing/png.ts'
import { createStripeBrowserStub } from '@tideline/api/testing/stripe-app.ts'
import { Party } from '@tideline/sdk/words'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApiProcess, pollUntil } from '../../faults/api-process.ts'
import { password, post, type Reply } from '../../faults/killable-api.ts'
import { type Cut, startCuttingProxy } from './cutting-proxy.ts'

// Kills a process at each statement of an action, before PostgreSQL receives the statement and after it has executed
// it. A second process on the same database then repeats the request with the same key and runs the jobs. The database
// must end with as many new rows in each table as after an undisturbed action.

const database = await createTestDatabase()
const { db, pool } = database
const proxy = await startCuttingProxy(database.url)
/** Both processes store their files here, as they would in the same bucket. */
const files = await mkdtemp(join(tmpdir(), 'tideline-kill-points-'))
afterAll(() => rm(files, { recursive: true, force: true }))
const victim = await createApiProcess(
  database,
  { RUN_JOBS: 'false', DATABASE_URL: `${proxy.url}?application_name=victim`, TIDELINE_DATA: files },
  'victim',
)
const healer = await createApiProcess(database, { TIDELINE_DATA: files }, 'healer')
const today = getPropertyDate(new Date(), 'FL')

let healerUrl = ''
let tokens: { staff: string; agent: string }
let agency: Awaited<ReturnType<typeof insertAgency>>

type Policy = Awaited<ReturnType<typeof insertPolicy>>
interface Request {
  /** POST by default. */
  method?: 'GET' | 'PUT' | 'POST'
  path: string
  body?: unknown
  /** Content of a CSV file to upload in place of a body. */
  csv?: string
  by: 'staff' | 'agent'
}

async function send(url: string, { method = 'POST', path, body, csv, by }: Request, key?: string): Promise<Reply> {
  const form = new FormData()
  if (csv !== undefined) form.append('file', new File([csv], 'policies.csv'))
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${tokens[by]}`,
      ...(csv === undefined && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': key }),
    },
    ...(csv !== undefined ? { body: form } : body !== undefined ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: await response.json() }
}

async function expectSuccess(request: Request) {
  const response = await send(healerUrl, request)
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
  return response.body
}

const logIn = async (email: string): Promise<string> =>
  (await post(`${healerUrl}/api/v1/auth/login`, { email, password })).body.payload.token

let emails: typeof tokens

beforeAll(async () => {
  agency = await insertAgency(db)
  const password_hash = await hashPassword(password)
  const agent = await insertAccount(db, { agency_id: agency.agency_id, password_hash })
  const staff = await insertAccount(db, { roles: ['internal', 'superuser', 'financeadmin'], password_hash })
  emails = { staff: staff.email, agent: agent.email }
  healerUrl = await healer.start()
})

// The run can take longer than the sessions are valid.
beforeEach(async () => {
  tokens = { staff: await logIn(emails.staff), agent: await logIn(emails.agent) }
})

const createPolicy = (options: PolicyOptions = {}) =>
  insertPolicy(db, {
    ...options,
    columns: {
      inception_date: addDays(today, 20),
      ...options.columns,
      agency_id: agency.agency_id,
      agency_no: agency.agency_no,
    },
  })

/** Saves a bank account for a policy in the simulated Stripe and returns it. */
async function saveBankAccount({ quote_number }: Policy): Promise<string> {
  const { client_secret } = await expectSuccess({
    ...{ path: '/v4/sessions/getClientSecretFromQuoteNumber', by: 'agent' },
    body: { QuoteNumber: quote_number },
  })
  const stripe = await createStripeProvider(readConfig({ NODE_ENV: 'test' }), {
    pool,
    webhook: { url: 'http://127.0.0.1:1', fetch: async () => new Response() },
  })
  const method = await createStripeBrowserStub(stripe).setUpBank(client_secret)
  await stripe.close()
  return method
}

const cancel = ({ policy_no }: Policy): Request => ({
  ...{ path: '/v1/policies/cancelPolicy', by: 'agent' },
  body: { PolicyNumber: policy_no, ReasonCode: '13' },
})
const finalize = ({ policy_no }: Policy): Request => ({
  ...{ path: '/v1/policies/FinalizeCancelPolicy', by: 'staff' },
  body: { PolicyNumber: policy_no },
})
const payByCheck = ({ policy_no }: Policy): Request => ({
  ...{ path: `/v1/payments/check/${policy_no}`, by: 'staff' },
  body: { checkNo: '1042', payeeName: 'Marina Sample', memo: policy_no, amount: 1125, createdAt: today },
})

/** Saves a quote that reduces a limit, and returns the request that binds it. */
async function endorse({ policy_id, policy_no }: Policy): Promise<Request> {
  await db
    .updateTable('policy_transactions')
    .set({ coverage_a_limit_cents: 25_000_000, coverage_a_premium_cents: 90_000, deductible_cents: 200_000 })
    .where('policy_id', '=', policy_id)
    .execute()
  const { result } = await expectSuccess({
    ...{ path: '/v1/policies/createEndorsementUrl', by: 'staff' },
    body: policy_no,
  })
  const QuoteNumber = result.endorsementQuoteNumber
  const quote = await expectSuccess({ method: 'GET', path: `/v4/agent/quotes/${QuoteNumber}`, by: 'staff' })
  quote.application.coverages[0].limit -= 1_000
  await expectSuccess({ method: 'PUT', path: '/v4/agent/quotes', body: quote, by: 'staff' })
  return { method: 'PUT', path: '/v2/endorsement/bind', body: { QuoteNumber }, by: 'staff' }
}

interface DocumentToSign {
  policyDocId: string
  signatures: { policyDocSignatureId: string; party: number; kind: string }[]
}

/** Returns the request with which the agent signs all documents of a policy. */
async function sign({ policy_id, policy_no: policyNo }: Policy): Promise<Request> {
  const author = { now: new Date(), authorName: 'Alex Agent' }
  await db.transaction().execute((trx) => createPolicyDocuments(trx, author, [policy_id]))
  const read: Request = { method: 'GET', path: `/v1/documents/policy/${policyNo}`, by: 'agent' }
  const documents: DocumentToSign[] = (await expectSuccess(read)).payload.policyDocStatus.documentsWithSignatures
  const own = documents.map(({ policyDocId, signatures }) => ({
    policyDocId,
    signatures: signatures
      .filter(({ party }) => party === Party.agent)
      .map(({ policyDocSignatureId, party, kind }) => ({
        ...{ policyDocSignatureId, party, signedByName: 'Alex Agent' },
        signedImage: createSamplePng(kind === 'initials' ? 90 : 30),
      })),
  }))
  const documentsWithSignatures = own.filter(({ signatures }) => signatures.length > 0)
  const body = { policyNo, consent: { version: signingConsent.version, accepted: true }, documentsWithSignatures }
  return { path: '/v1/documents/signatures', body, by: 'agent' }
}

/** Puts the renewal of a policy on hold, and returns the request that binds it. */
async function bindRenewal({ policy_id, policy_no }: Policy): Promise<Request> {
  await db.insertInto('renewal_holds').values({ policy_id, held_on: today, amount_cents: 112_500 }).execute()
  const body = { reason: 'The lender has confirmed the payment.' }
  return { path: `/v1/policies/${policy_no}/bind-renewal`, body, by: 'staff' }
}

let houseNumber = 0

/** Returns the request that imports a policy. A job of the other process binds it. */
function importPolicy(): Request {
  const row: Partial<Record<ColumnName, string>> = {
    ...Object.fromEntries(columnNames.map((name) => [name, importColumns[name].sample])),
    ...{ agencyNo: agency.agency_no, inceptionDate: formatUsDate(addDays(today, 20)) },
    ...{ addr1: `${++houseNumber} Imported Demo Ave`, email: `insured.${houseNumber}@example.com` },
  }
  const lines = [columnNames, columnNames.map((name) => `"${row[name] ?? ''}"`)]
  return { path: '/v1/bulkUpload', csv: lines.map((cells) => cells.join(',')).join('\n'), by: 'staff' }
}

/** The actions. Each prepares its own policy and returns the request to kill. */
const actions: [name: string, prepare: () => Promise<Request>][] = [
  [
    'a payment by bank account',
    async () => {
      const policy = await createPolicy()
      const PaymentMethodId = await saveBankAccount(policy)
      const body = { PolicyNo: policy.policy_no, PaymentMethodId }
      return { path: '/v1/payments/ProcessPayment', body, by: 'agent' }
    },
  ],
  ['a payment by check', async () => payByCheck(await createPolicy())],
  ['a cancellation request', async () => cancel(await createPolicy())],
  [
    'a cancellation with a refund',
    async () => {
      const policy = await createPolicy()
      await expectSuccess(payByCheck(policy))
      await expectSuccess(cancel(policy))
      return finalize(policy)
    },
  ],
  [
    'a reinstatement',
    async () => {
      const policy = await createPolicy()
      await expectSuccess(cancel(policy))
      await expectSuccess(finalize(policy))
      return { path: `/v1/policies/reinstate/${policy.policy_no}/false`, by: 'staff' }
    },
  ],
  [
    'a non-renewal',
    async () => ({
      ...{ path: '/v1/policies/nonRenew', by: 'staff' },
      body: {
        PolicyNo: (await createPolicy({ product: 4 })).policy_no,
        Note: 'The insured sold the property.',
        reasonCode: '99',
      },
    }),
  ],
  [
    'a claim',
    async () => {
      const { policy_no: policyNo } = await createPolicy({ columns: { inception_date: addDays(today, -90) } })
      const dates = { noticeDate: addDays(today, -1), dateOfLoss: addDays(today, -2) }
      const body = { policyNo, ...dates, causeOfLoss: 'stormSurge', description: 'Water in the ground floor.' }
      const open = { adjusterName: null, adjusterEmail: null, adjusterPhone: null, extension: null }
      return { path: '/v1/claims', body: { ...body, ...open }, by: 'staff' }
    },
  ],
  [
    'a note',
    async () => {
      const { policy_no: policyNo } = await createPolicy()
      const body = { policyNo, noteBody: 'A note.', isNotePrivate: false, type: 'note', meta: null, reason: null }
      return { path: `/v1/policies/${policyNo}/notes`, body, by: 'agent' }
    },
  ],
  ['an endorsement', async () => endorse(await createPolicy())],
  ['a signature', async () => sign(await createPolicy())],
  ['a renewal', async () => bindRenewal(await createPolicy({ columns: { inception_date: addDays(today, -330) } }))],
  ['an import', async () => importPolicy()],
]

/** Number of evenly distributed statements of each action at which the process is killed, before and after each. */
const statementsPerAction = 20

/** The statements of all actions at which the process was killed and after which nothing was lost or duplicated. */
const healedPoints = new Set<string>()

/** Tables that record requests, deliveries of events and marks for lists, and not business data. */
const technicalTables = ['idempotency_keys', 'sessions', 'policy_page_changes', 'stripe_events']

/** Counts the rows of each table. */
async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1) order by 1`,
    [technicalTables],
  )
  const { rows } = await pool.query<{ name: string; count: number }>(
    tables.map(({ name }) => `select '${name}' as name, count(*)::int from "${name}"`).join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

const getAdded = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) =>
      count === before[name] ? [] : [[name, count - (before[name] ?? 0)]],
    ),
  )

/** Waits until the jobs that are due have run, including those that a killed process had delayed. */
async function runJobs() {
  await pool.query(
    "update graphile_worker._private_jobs set run_at = now() where key like 'finish-payment:%' or key like 'finish-refund:%'",
  )
  await pollUntil(
    async () => (await pool.query('select from graphile_worker.jobs where run_at <= now()')).rowCount === 0,
  )
}

/** Runs an action undisturbed. Returns the rows that it adds and the number of its statements. */
async function runUndisturbed(prepare: () => Promise<Request>) {
  const request = await prepare()
  await runJobs()
  const before = await countRows()
  const url = await victim.start()
  proxy.reset()
  const { status, body } = await send(url, request, `undisturbed-${Math.random()}`)
  const statements = proxy.getCount()
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  await runJobs()
  await victim.kill()
  return { added: getAdded(before, await countRows()), statements }
}

/** Kills the process at one statement, and repeats the request in the other process. Returns the rows that were added. */
async function runKilled(prepare: () => Promise<Request>, cut: Cut) {
  const request = await prepare()
  await runJobs()
  const before = await countRows()
  const key = `killed-${cut.moment}-${cut.statement}-${Math.random()}`
  const url = await victim.start()
  const reached = proxy.cutAt(cut)
  const call = send(url, request, key).catch(() => undefined)
  const isFinished = await Promise.race([reached.then(() => false), call.then(() => true)])
  await victim.kill()
  proxy.closeConnections()
  proxy.reset()
  if (!isFinished) expect(await call).toBeUndefined()
  // The key of a killed request is free after a minute.
  await pool.query("update idempotency_keys set locked_at = now() - interval '61 seconds' where response is null")
  await runJobs()
  const { status, body } = await send(healerUrl, request, key)
  // After a commit, the repeated request reports that its response was lost. Before, it succeeds. A payment is completed
  // by its job, so the repeated request may also report that the policy is already paid.
  if (status !== 409) expect(status, JSON.stringify(body)).toBeLessThan(300)
  await runJobs()
  return getAdded(before, await countRows())
}

describe('an action whose process is killed', () => {
  it.each(actions)(
    'adds the same rows as an undisturbed action for %s',
    async (name, prepare) => {
      const { added, statements } = await runUndisturbed(prepare)
      expect(statements).toBeGreaterThan(3)
      const step = Math.ceil(statements / statementsPerAction)
      const chosen = Array.from({ length: Math.ceil(statements / step) }, (_, at) => statements - at * step)
      const cuts = chosen.flatMap((statement): Cut[] => [
        { statement, moment: 'before' },
        { statement, moment: 'after' },
      ])
      for (const cut of cuts) {
        expect(await runKilled(prepare, cut), `${cut.moment} statement ${cut.statement}`).toEqual(added)
        healedPoints.add(`${name}, ${cut.moment} statement ${cut.statement}`)
      }
      const { rows } = await pool.query('select coalesce(sum(amount_cents), 0)::int as sum from postings')
      expect(rows).toEqual([{ sum: 0 }])
    },
    1_800_000,
  )

  it('is tested at 200 or more statements of all actions', () => {
    expect(healedPoints.size).toBeGreaterThanOrEqual(200)
  })
})
