/**
 * `node tests/bench/growth.ts`: measures how the cost of single operations grows with the book. Costs are the buffers (8 kB
 * pages) that PostgreSQL touches for a request, which do not depend on other load. Prints them for books of 10,000,
 * 100,000 and a million policies, of which BENCH_POLICIES limits the size; asserts nothing. A cost that grows with the
 * logarithm of the book is at most 1.25 times as high in the second book, and 1.2 times in the third.
 *
 * Other benchmarks use the same books. A run adds notes, checks and endorsements to 150 of their policies.
 */
import { openSession } from '@tideline/api/accounts/session.ts'
import { readConfig } from '@tideline/api/config/config.ts'
import { openDatabase } from '@tideline/api/db/database.ts'
import type { Ctx } from '@tideline/api/http/context.ts'
import { createLogger } from '@tideline/api/http/log.ts'
import { createService } from '@tideline/api/service.ts'
import { insertAccount } from '@tideline/api/testing/builders.ts'
import pg from 'pg'
import { changeSettings, openBook, policies, print, resetSettings } from './book.ts'
import { record } from './measurements.ts'

const sizes = [10_000, 100_000, 1_000_000].filter((size) => size <= Math.max(policies, 10_000))
/** A new check number for each run, because the book is kept. */
const checkNo = String(Math.floor(Date.now() / 1000))
/** Number of policies for which each operation runs. The first ones warm up plans and caches. */
const warmUps = 25
const runs = 25

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>
type Operation = (call: Call, policy: { no: string; lastName: string }) => Promise<unknown>

const endorse: Operation = async (call, { no }) => {
  const created = (await call('POST', '/api/v1/policies/createEndorsementUrl', no)) as {
    result: { endorsementQuoteNumber: string }
  }
  const QuoteNumber = created.result.endorsementQuoteNumber
  const quote = (await call('GET', `/api/v4/agent/quotes/${QuoteNumber}`)) as {
    application: { coverages: { limit: number }[] }
  }
  const [coverage] = quote.application.coverages
  if (coverage) coverage.limit -= 1_000
  await call('PUT', '/api/v4/agent/quotes', quote)
  await call('PUT', '/api/v2/endorsement/bind', { QuoteNumber })
}

const operations: Record<string, Operation> = {
  'policy confirmation': (call, { no }) => call('GET', `/api/v1/policies/${no}/getConfirmation`),
  'obligations of a policy': (call, { no }) => call('GET', `/api/v1/${no}/invoiceDetails`),
  timeline: (call, { no }) => call('GET', `/api/v1/policies/${no}/timeline?take=10`),
  'search, policy number': (call, { no }) => call('GET', `/api/v1/policies/search?search=${no}&take=50`),
  'search, last name': (call, { lastName }) => call('GET', `/api/v1/policies/search?InsuredName=${lastName}&take=50`),
  'list, page 1': (call) => call('GET', `/api/admin/policies?range=${encodeURIComponent('[0,24]')}`),
  'list, at 90 percent': (call) =>
    call('GET', `/api/admin/policies?range=${encodeURIComponent(`[${bookSize * 0.9},${bookSize * 0.9 + 24}]`)}`),
  'write a note': (call, { no }) =>
    call('POST', `/api/v1/policies/${no}/notes`, {
      ...{ policyNo: no, noteBody: 'A note of the benchmark.', isNotePrivate: false, type: 'note' },
      ...{ meta: null, reason: null },
    }),
  'pay by check': (call, { no }) =>
    call('POST', `/api/v1/payments/check/${no}`, {
      ...{ checkNo, payeeName: 'Marina Sample', memo: no, amount: 10 },
      createdAt: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    }),
  'endorse and bind': endorse,
}
let bookSize = 0

/** Returns the buffers per request of each operation. */
async function measureBook(size: number): Promise<Map<string, number>> {
  bookSize = size
  const { dataFolder, server } = await openBook('bench', size)
  const observer = new pg.Client({ connectionString: server.url(), application_name: 'observer' })
  await observer.connect()
  // With few connections, the first runs fill the catalog caches of all of them.
  const database = openDatabase(server.url(), { connections: 2 })
  const clients = new Set<pg.PoolClient>()
  database.pool.on('connect', (client) => clients.add(client))
  database.pool.on('remove', (client) => clients.delete(client))
  // Merges the pending entries of the trigram indexes, which earlier runs left and each search would read.
  await observer.query('vacuum (analyze)')
  // Vacuum touches buffers of the same database.
  await changeSettings(observer, { autovacuum: 'off' })
  const config = readConfig({
    ...{ NODE_ENV: 'production', TIDELINE_DEMO: 'yes', TIDELINE_DATA: dataFolder, RUN_JOBS: 'false' },
    RATE_LIMIT_PER_MINUTE: '1000000000',
  })
  const service = await createService(config, createLogger('silent'), server.url(), { database })
  try {
    const { account_id: accountId } = await insertAccount(database.db, { roles: ['internal', 'superuser'] })
    const ctx = { keys: service.keys, now: new Date(), ip: '127.0.0.1', userAgent: 'bench', db: database.db } as Ctx
    const { token } = await openSession(ctx, { accountId, passedTwoFactor: false })
    const call: Call = async (method, path, body) => {
      const response = await service.app.request(path, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 500)}`)
      return JSON.parse(text)
    }
    /** Returns the buffers that the database has touched. Connections report their own only from time to time. */
    const countBuffers = async (): Promise<number> => {
      for (const client of clients) await client.query('select pg_stat_force_next_flush()')
      await observer.query('select pg_stat_clear_snapshot()')
      const { rows } = await observer.query<{ buffers: string }>(
        'select blks_hit + blks_read as buffers from pg_stat_database where datname = current_database()',
      )
      return Number(rows[0]?.buffers)
    }
    const { rows: drawn } = await observer.query<{ no: string; lastName: string }>(
      `select policy_no as no, last_name as "lastName" from policies
       where policy_id in (select policy_id from policy_balances where due_cents > 100000)
       order by hashtext(policy_no) limit $1`,
      [(warmUps + runs) * Object.keys(operations).length],
    )
    const buffers = new Map<string, number>()
    for (const [title, run] of Object.entries(operations)) {
      const chosen = drawn.splice(0, warmUps + runs)
      for (const policy of chosen.slice(0, warmUps)) await run(call, policy)
      const before = await countBuffers()
      const own = (await countBuffers()) - before
      for (const policy of chosen.slice(warmUps)) await run(call, policy)
      const after = await countBuffers()
      buffers.set(title, (after - before - 2 * own) / runs)
    }
    return buffers
  } finally {
    await resetSettings(observer)
    await service.close()
    await database.close()
    await observer.end()
    await server.stop()
  }
}

const books: Map<string, number>[] = []
for (const size of sizes) books.push(await measureBook(size))

print('\nbuffers per request, by number of policies')
print(
  `${' '.repeat(26)}${sizes.map((size) => size.toLocaleString('en-US').padStart(11)).join('')}   growth per tenfold`,
)
for (const title of Object.keys(operations)) {
  const costs = books.map((book) => book.get(title) ?? Number.NaN)
  const growth = costs.slice(1).map((cost, index) => cost / (costs[index] ?? Number.NaN))
  print(
    `${title.padEnd(26)}${costs.map((cost) => cost.toFixed(0).padStart(11)).join('')}   ${growth.map((one) => one.toFixed(2)).join('  ')}`,
  )
  for (const [index, one] of growth.entries())
    record(`growth to ${sizes[index + 1]}: ${title}`, one, 'ratio', { atMost: index === 0 ? 1.25 : 1.2 })
}
print('(goal: at most 1.25 from 10,000 to 100,000 policies and 1.20 to a million, which is logarithmic)')
