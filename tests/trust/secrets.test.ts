import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getPdfLines } from '@tideline/api/documents/pdf-lines.ts'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { ensureDemoTemplate } from '@tideline/api/testing/demo-api.ts'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createApiProcess, pollUntil } from '../faults/api-process.ts'
import { password, post } from '../faults/killable-api.ts'
import { type Call, calls, exampleRequest } from '../support/contract.ts'
import { isThorough } from '../support/thorough.ts'

/**
 * Fields of requests and responses with secrets, card data or bank data. The log, the traces, the jobs, the events, all
 * other tables, URLs and PDF documents must not contain their values as plain text.
 */
const secretFields = new Set([
  ...[
    'password',
    'currentPassword',
    'newPassword',
    'confirmPassword',
    'token',
    'Token',
    'refreshToken',
    'jwt',
    'secret',
  ],
  ...['BankToken', 'bankToken', 'CustomerToken', 'clientSecret', 'client_secret', 'recoveryCodes'],
  ...['bankAccountNo', 'bankRoutingNo', 'taxId', 'signedImage', 'cardNumber', 'cvc'],
])

await ensureDemoTemplate()
const database = await createTestDatabase(inject('demoTemplate'))
const { pool } = database
/** Spans that the collector received, as JSON. */
const spans: string[] = []
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  spans.push(Buffer.concat(chunks).toString())
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
const folder = await mkdtemp(join(tmpdir(), 'tideline-secrets-'))
afterAll(async () => {
  collector.close()
  await rm(folder, { recursive: true, force: true })
})
const api = await createApiProcess(database, {
  ...{ LOG_LEVEL: 'trace', RATE_LIMIT_PER_MINUTE: '1000000', TIDELINE_DATA: folder },
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
})

/** The secrets that were sent or received, with the place where each occurred first. */
const secrets = new Map<string, string>()
/** Matches the tokens in links. */
const linkTokens = /[\w-]{100,}/g
/** Secrets that are part of a link on purpose. They work once or for a limited time. */
const inLinks = new Set<string>()
/** URLs in responses and redirects, by operation. */
const urls: { operationId: string; url: string }[] = []
/** PDF documents in responses. */
const pdfs: Uint8Array[] = []
let url = ''

/** Replaces the digits of a number except the first two: `59-0000110` becomes `59-7310042`. */
const withDigits = (text: string, number: number) => {
  const digits = String(86_419_753_186_429_753n + BigInt(number) * 1_234_577n)
  let at = digits.length - (text.match(/\d/g)?.length ?? 0) + 2
  return text.slice(0, 2) + text.slice(2).replace(/\d/g, () => digits[at++] ?? '0')
}

/** Replaces the secrets in a request body with values that occur nowhere else. */
function plant(value: unknown, operationId: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => plant(entry, operationId))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (!secretFields.has(name) || typeof inner !== 'string' || inner === password)
        return [name, plant(inner, operationId)]
      // Keeps the format: numbers remain numbers of the same length, and an image remains an image.
      const planted = /^[\d-]+$/.test(inner)
        ? withDigits(inner, secrets.size)
        : inner.startsWith('data:')
          ? inner
          : `Canary-${operationId}-${name}-${secrets.size}`
      if (planted.length > 8) secrets.set(planted, `${operationId} ${name}`)
      return [name, planted]
    }),
  )
}

/** Remembers the secrets in a response. */
function remember(value: unknown, operationId: string, name = ''): void {
  if (Array.isArray(value)) for (const entry of value) remember(entry, operationId, name)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) remember(inner, operationId, key)
  else if (typeof value === 'string') {
    if (secretFields.has(name) && value.length > 12) secrets.set(value, `${operationId} ${name}`)
    const isUrl = /^(https?:[/]{2}|[/])/.test(value)
    if (isUrl) urls.push({ operationId, url: value })
    for (const [token] of value.matchAll(linkTokens)) {
      secrets.set(token, `${operationId} ${name}`)
      if (isUrl) inLinks.add(token)
    }
  }
}

/** Calls an operation with its example, in which secrets are replaced. */
async function call(operation: Call, token: string, given?: object): Promise<number> {
  const example = exampleRequest(operation, url)
  const isJson = example.headers.get('content-type')?.includes('json')
  const body = isJson ? JSON.stringify(given ?? plant(await example.json(), operation.operationId)) : undefined
  const headers = new Headers({ ...(token && { Authorization: `Bearer ${token}` }), Cookie: `session=${cookie}` })
  if (body) headers.set('Content-Type', 'application/json')
  const response = await fetch(example.url, {
    method: operation.method,
    headers,
    ...(body && { body }),
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
  })
  const { operationId } = operation
  const location = response.headers.get('location')
  if (location) urls.push({ operationId, url: location })
  // Pages that a link with a token opens must not send their URL to other sites.
  expect(response.headers.get('referrer-policy'), operationId).toBe('no-referrer')
  const content = await response.bytes()
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) remember(JSON.parse(new TextDecoder().decode(content)), operationId)
  if (type.includes('pdf')) pdfs.push(content)
  return response.status
}

const cookie = 'Canary-Cookie-77ab'
/** Operations that would end the session of the test, stream without end, or receive events from outside. */
const excluded = new Set([
  'logout',
  'endSession',
  'changePassword',
  'followImportJob',
  'followBulkJob',
  'receiveStripeWebhook',
  'getOpenapi',
])

beforeAll(async () => {
  secrets.set(password, 'log-in password')
  secrets.set(cookie, 'cookie')
  await cp(inject('demoFiles'), folder, { recursive: true })
  url = await api.start()
})

/** Returns the tables of the database that contain a text, without the simulated Stripe, which is an outside service. */
async function findTables(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker') order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ secret: string }>(
      `select distinct secret from ${name} t, unnest($1::text[]) as secret where strpos(t::text, secret) > 0`,
      [texts],
    )
    found.push(...rows.map(({ secret }) => `${name}: ${secrets.get(secret)}`))
  }
  return found
}

/** Returns the text of all PDF documents in responses and in the file storage. */
async function readPdfs(): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const content = await readFile(join(entry.parentPath, entry.name))
    if (content.subarray(0, 5).toString('latin1') === '%PDF-') pdfs.push(new Uint8Array(content))
  }
  const texts = await Promise.all(
    pdfs.map(async (pdf) => Buffer.from(pdf).toString('latin1') + (await getPdfLines(pdf)).join('\n')),
  )
  return texts.join('\n')
}

it('never appears in the log, traces, the database, jobs, events, URLs or PDF documents if it is a secret, card data or bank data', async () => {
  const logIn = async (email: string): Promise<string> => {
    const { body } = await post(`${url}/api/v1/auth/login`, { email, password })
    remember(body, 'login')
    return body.payload.token
  }
  const staff = await logIn('superuser@example.com')
  const tokens = isThorough ? [staff, await logIn('agent@example.com'), ''] : [staff]
  const statuses: number[] = []
  for (const operation of calls.filter(({ operationId }) => !excluded.has(operationId)))
    for (const token of tokens) statuses.push(await call(operation, token))
  expect(secrets.size).toBeGreaterThan(25)
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(100)
  for (const id of ['createAdminApiKey', 'createAdminWebhookEndpoint', 'startSecondFactor'])
    expect([...secrets.values()].filter((place) => place.startsWith(id))).not.toEqual([])
  await pollUntil(
    async () => (await pool.query('select from graphile_worker.jobs where run_at <= now()')).rowCount === 0,
  )
  const texts = [...secrets.keys()]
  expect(await findTables(texts)).toEqual([])
  await api.stop()
  const log = api.getLog()
  expect(log).toContain('"operation":"login"')
  const findPlaces = (content: string) =>
    texts.filter((secret) => content.includes(secret)).map((secret) => secrets.get(secret))
  const traces = spans.join('\n')
  const documents = await readPdfs()
  const inUrls = urls.filter(({ url }) => texts.some((secret) => !inLinks.has(secret) && url.includes(secret)))
  expect({
    ...{ log: findPlaces(log), traces: findPlaces(traces), documents: findPlaces(documents) },
    urls: inUrls.map(({ operationId }) => operationId),
  }).toEqual({ log: [], traces: [], documents: [], urls: [] })
  expect(traces).toContain('"login"')
  expect(documents).toMatch(/Policy number RFL3\d{6}/)
  expect(urls.length).toBeGreaterThan(10)
}, 300_000)
