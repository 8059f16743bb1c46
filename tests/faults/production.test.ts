import { type ChildProcess, execFile, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { hashPassword } from '@tideline/api/accounts/password.ts'
import { addDays } from '@tideline/api/calendar/days.ts'
import { getPropertyDate } from '@tideline/api/calendar/property-date.ts'
import { readConfig } from '@tideline/api/config/config.ts'
import { createFileStorage } from '@tideline/api/providers/files/create-file-storage.ts'
import { insertAccount, insertAgency } from '@tideline/api/testing/builders.ts'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { createSamplePng } from '@tideline/api/testing/png.ts'
import { productionEnv } from '@tideline/api/testing/production.ts'
import { createStripeBrowserStub } from '@tideline/api/testing/stripe-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getFreePort } from '../support/free-port.ts'
import { pollUntil } from './api-process.ts'
import { startExternalServices } from './external-services.ts'

const root = dirname(dirname(import.meta.dirname))
const password = 'Tideline-Walk-1'
const database = await createTestDatabase()
const { db, pool } = database
const folder = await mkdtemp(join(tmpdir(), 'tideline-production-'))
const addresses: string[] = []
let calls = 0
/**
 * Alternates between the processes. If only one process had some data, that data would be missing in some of the
 * requests.
 */
const nextProcess = () => addresses[calls++ % addresses.length] ?? ''
const { mails, stripe, simulator, env: outside } = await startExternalServices(database, nextProcess)
const { NODE_COMPILE_CACHE } = process.env
const env = {
  ...{ ...productionEnv, ...outside, DATABASE_URL: database.url, TIDELINE_DATA: folder, LOG_LEVEL: 'error' },
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
}

const processes: { child: ChildProcess; exited: Promise<unknown> }[] = []
/** Starts a process in production mode. Resolves to its URL when it is listening. */
async function start(RUN_JOBS: 'true' | 'false'): Promise<string> {
  const port = await getFreePort()
  const child = fork(join(root, 'api/src/main.ts'), {
    env: { PATH: process.env.PATH ?? '', ...env, PORT: String(port), RUN_JOBS },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  processes.push({ child, exited: new Promise((resolve) => child.once('exit', resolve)) })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`A process stopped with ${code}.`)))
  })
  return `http://127.0.0.1:${port}`
}
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGTERM')
  await Promise.all(processes.map(({ exited }) => exited))
  await rm(folder, { recursive: true, force: true })
})

beforeAll(async () => {
  // Starts three processes at once on the same database. The first one migrates it.
  const [one, two] = await Promise.all([start('false'), start('false'), start('true')])
  addresses.push(one, two)
})

// biome-ignore lint/suspicious/noExplicitAny: other tests validate responses against the contract
type Payload = any
/** Calls the deployment and returns the payload. Expects a successful response. */
async function call(method: string, path: string, token?: string, body?: object): Promise<Payload> {
  const isForm = body instanceof FormData
  const response = await fetch(`${nextProcess()}${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(response.ok, `${method} ${path}: ${response.status} ${text.slice(0, 500)}`).toBe(true)
  const { payload, ...whole } = JSON.parse(text)
  return payload ?? whole
}
const logIn = async (email: string): Promise<string> =>
  (await call('POST', '/api/v1/auth/login', undefined, { email, password })).token
const mailTo = (email: string, has: string) =>
  pollUntil(async () => mails.find(({ to, source }) => to === email && source.includes(has))?.source)

/** Adds the signatures of one party to all documents. */
async function sign(token: string, policyNo: string, party: 1 | 2, signedByName: string) {
  const { version } = await call('GET', '/api/v1/documents/consent', token)
  const { policyDocStatus } = await call('GET', `/api/v1/documents/policy/${policyNo}`, token)
  const own = policyDocStatus.documentsWithSignatures.map(({ policyDocId, signatures }: Payload) => ({
    policyDocId,
    signatures: signatures
      .filter((place: Payload) => place.party === party)
      .map(({ policyDocSignatureId, kind }: Payload) => ({
        ...{ policyDocSignatureId, party, signedByName },
        signedImage: createSamplePng(kind === 'initials' ? 90 : 30),
      })),
  }))
  await call('POST', '/api/v1/documents/signatures', token, {
    ...{ policyNo, isPolicySigned: false, isPolicyPaid: false, consent: { version, accepted: true } },
    documentsWithSignatures: own.filter(({ signatures }: Payload) => signatures.length > 0),
  })
}

it('creates the database schema by a separate command before any process starts', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await pool.query(`create database ${name}_empty`)
  const DATABASE_URL = `${database.url}_empty`
  const prepare = () =>
    promisify(execFile)(process.execPath, [join(root, 'api/src/prepare-database.ts')], {
      env: { ...env, DATABASE_URL },
    })
  expect((await prepare()).stdout).toBe('The database schema is up to date.\n')
  await pool.query(`drop database ${name}_empty`)
  // Without a database, the command prints one sentence and exits with an error, so the deployment stops.
  await expect(prepare()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATABASE_URL: the database/),
  })
})

it('completes a policy from binding to cancellation with two API processes and one worker', async () => {
  for (const _ of addresses) await call('GET', '/api/ready')

  const agency = await insertAgency(db, { email: 'office@coast.test' })
  const people = { agent: 'alex@coast.test', staff: 'robin@tideline.test', insured: 'marina@insured.test' }
  const password_hash = await hashPassword(password)
  await insertAccount(db, { email: people.agent, agency_id: agency.agency_id, password_hash })
  await insertAccount(db, { email: people.staff, roles: ['internal'], password_hash })
  await pool.query(
    `insert into counties (county_fips, name, state) values ('12057', 'Hillsborough', 'FL') on conflict do nothing`,
  )
  const [agent, staff] = [await logIn(people.agent), await logIn(people.staff)]

  // Bind: the worker process imports a file with one policy.
  const day = addDays(getPropertyDate(new Date(), 'FL'), 20)
  const row = {
    ...{ productId: 1, agencyNo: agency.agency_no, firstName: 'Marina', lastName: 'Sample', email: people.insured },
    ...{ phone: '813-555-0142', addr1: '1200 Bayshore Demo Blvd', city: 'Tampa', state: 'FL', zip: '33606' },
    ...{ county: 'Hillsborough', inceptionDate: day, premium: '994.51', buildingLimit: '250000', deductible: '2000' },
  }
  const form = new FormData()
  const file = new Blob([`${Object.keys(row)}\n${Object.values(row)}\n`], { type: 'text/csv' })
  form.append('file', file, 'one-policy.csv')
  await call('POST', `/api/v1/bulkUpload?notificationEmail=${people.staff}`, staff, form)
  const { policyNo, quoteNumber } = await pollUntil(async () => {
    const found = await call('GET', `/api/v1/policies?AgentNumber=${agency.agency_no}`, staff)
    return found.policies[0] as { policyNo: string; quoteNumber: string } | undefined
  })

  // Sign: the policyholder logs in with the emailed link, and the agent with a password.
  await call('POST', '/api/v1/policyholder/requestLink', undefined, { policyNumber: policyNo, zip: '33606' })
  const mail = await mailTo(people.insured, 'https://tideline.test/policyholder/')
  const [, link = ''] = /https:\/\/tideline\.test\/policyholder\/authenticate\/([^\s"<]+)/.exec(mail) ?? []
  const proof = { Token: decodeURIComponent(link), Phone: '8135550142', Zip: '33606' }
  const insured: string = (await call('POST', '/api/v1/auth/policyholder', undefined, proof)).jwt
  await sign(insured, policyNo, 2, 'Marina Sample')
  await sign(agent, policyNo, 1, 'Robin Sample')
  const confirmation = () => call('GET', `/api/v1/policies/${policyNo}/getConfirmation`, insured)
  expect((await confirmation()).isSigned.map(({ isSigned }: Payload) => isSigned)).toEqual([true, true])

  // Documents are in the bucket, regardless of which process created them.
  const files = await createFileStorage(readConfig(env))
  const papers: Payload[] = await call('GET', `/api/v1/documents/pdfs/${policyNo}`, insured)
  for (const { link: key } of papers)
    for (const address of addresses)
      expect(
        (
          await fetch(`${address}/api/v1/documents/pdf?link=${key}`, {
            headers: { Authorization: `Bearer ${insured}` },
          })
        ).status,
      ).toBe(200)
  const kept = await pool.query<{ storage_key: string }>('select storage_key from files')
  expect(kept.rowCount).toBeGreaterThanOrEqual(papers.length)
  for (const { storage_key } of kept.rows) expect((await files.bytes(storage_key)).byteLength).toBeGreaterThan(0)
  await files.close()

  // Pay: Stripe reports with a signed webhook that the bank has settled the payment.
  const { client_secret } = await call('POST', '/api/v4/sessions/getClientSecretFromQuoteNumber', insured, {
    QuoteNumber: quoteNumber,
  })
  const PaymentMethodId = await createStripeBrowserStub(stripe).setUpBank(client_secret)
  await call('POST', '/api/v1/payments/ProcessPayment', insured, { PolicyNo: policyNo, PaymentMethodId })
  expect(await confirmation()).toMatchObject({ isPaid: false })
  await simulator.settle()
  const paid = await confirmation()
  expect(paid).toMatchObject({ isPaid: true, totalDue: 0 })
  await mailTo(people.insured, 'Your payment')

  // Cancel before inception: refunds everything to the original payment method.
  await call('POST', '/api/v1/policies/cancelPolicy', agent, { PolicyNumber: policyNo, ReasonCode: '13' })
  await call('POST', '/api/v1/policies/FinalizeCancelPolicy', staff, { PolicyNumber: policyNo })
  expect(await confirmation()).toMatchObject({ isPolicyCancelled: true })
  const refund = await pollUntil(async () => (await stripe.client.refunds.list({ limit: 10 })).data[0])
  expect(refund.amount).toBe(Math.round(paid.totalPayments * 100))
  await simulator.settle()
  const payments = await pool.query('select status from payments where amount_cents < 0')
  expect(payments.rows).toEqual([{ status: 'refunded' }])
  await mailTo(people.insured, 'cancel')

  // The mail server has received all emails, and the job queue is empty.
  await pollUntil(
    async () => (await pool.query('select from graphile_worker.jobs where run_at <= now()')).rowCount === 0,
  )
  const sent = await pool.query<{ to: string; status: string }>('select to_email as to, status from email_messages')
  expect(sent.rows.filter(({ status }) => status !== 'sent')).toEqual([])
  expect(mails.map(({ to }) => to).toSorted()).toEqual(sent.rows.map(({ to }) => to).toSorted())
  expect((await pool.query('select sum(amount_cents)::int as sum from postings')).rows).toEqual([{ sum: 0 }])
})
