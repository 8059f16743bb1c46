/**
 * `pnpm bench`: compares the built API on a book of a million policies with baseline servers that run only the same
 * SQL. Prints results and ratios of medians; asserts nothing, because machines differ. BENCH_POLICIES, BENCH_SECONDS,
 * BENCH_ROUNDS, and BENCH_TERMS change size and duration. The book is kept in .tideline/bench-<policies>.
 */
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hashPassword } from '@tideline/api/accounts/password.ts'
import pg from 'pg'
import { firstScreens } from '../../portal-web/build/first-screens.ts'
import { getFirstLoadBytes } from '../support/first-load.ts'
import { openBook, policies, print, root } from './book.ts'
import { type Figures, type Load, measure, runAlternately } from './measure.ts'
import { hasPgbench, runPgbench, writeSearches } from './pgbench.ts'
import { startServer } from './processes.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const termCount = Number(process.env.BENCH_TERMS ?? 20_000)
const connections = 10
const password = 'Tideline-Demo-1'

const { dataFolder, server } = await openBook('bench')
const client = new pg.Client({ connectionString: server.url() })
await client.connect()
const children: ChildProcess[] = []
try {
  await client.query(
    `insert into accounts (kind, email, roles, password_hash) values ('staff', 'bench@example.com', '{superuser,internal}', $1)
     on conflict (email) do nothing`,
    [await hashPassword(password)],
  )
  const one = async (query: string) => (await client.query<{ value: string }>(query)).rows.map((row) => row.value)
  const policyNos = await one('select policy_no as value from policies tablesample system (1) limit 500')
  const [longNo, shortNo] = policyNos
  for (const [policyNo, items] of [
    [longNo, 10_000],
    [shortNo, 10],
  ] as const)
    await client.query(
      `insert into policy_notes (policy_id, note, created_at)
       select policy_id, 'A note of the benchmark.', now() - number * interval '1 hour'
       from policies, generate_series(1, $2 - (select count(*)::int from policy_notes n join policies p using (policy_id)
                                               where p.policy_no = $1)) as number
       where policy_no = $1`,
      [policyNo, items],
    )
  // Search terms: every prefix that a user types while entering a full last name, without duplicates.
  const share = Math.min(100, 10_000_000 / policies)
  const terms = await one(
    `select term as value from (
       select term from (
         select distinct substr(lower(last_name), 1, letters) as term
         from policies tablesample system (${share}), generate_series(1, 7) as letters
       ) typed order by length(term) > 2, random() limit ${termCount}
     ) drawn order by random()`,
  )
  const streets = await one(
    'select distinct split_part(addr1, $$ $$, 2) as value from policies tablesample system (2) limit 1000',
  )

  const env = {
    DATABASE_URL: server.url(),
    NODE_ENV: 'production',
    TIDELINE_DEMO: 'yes',
    RATE_LIMIT_PER_MINUTE: '1000000000',
    LOG_LEVEL: 'info',
    RUN_JOBS: 'false',
    TIDELINE_DATA: dataFolder,
  }
  const serve = async (script: string, name: string) => {
    const { child, url } = await startServer(join(root, script), env, join(dataFolder, `${name}.log`))
    children.push(child)
    return url
  }
  const api = await serve('api/src/main.ts', 'api')
  const bare = await serve('tests/bench/baselines/bare.ts', 'bare')
  const fast = await serve('tests/bench/baselines/fastify.ts', 'fastify')
  const logIn = JSON.stringify({ email: 'bench@example.com', password })
  const session = await fetch(`${api}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: logIn,
  })
  const { payload } = (await session.json()) as { payload: { token: string } }
  const headers = { authorization: `Bearer ${payload.token}` }

  const load = (url: string, requests: Load['requests'], of: Partial<Load> = {}) => {
    return () => measure({ url, requests, headers, connections, seconds, ...of })
  }
  const range = (from: number) =>
    `/api/admin/policies?sort=${encodeURIComponent('["inceptionDate","ASC"]')}&range=${encodeURIComponent(`[${from},${from + 24}]`)}`
  const searchFor = (words: string[]) =>
    words.map((word) => ({ path: `/api/v1/policies/search?InsuredName=${encodeURIComponent(word)}&take=50` }))
  const confirmations = policyNos.map((no) => ({ path: `/api/v1/policies/${no}/getConfirmation` }))
  const bareConfirmations = policyNos.map((no) => ({ path: `/confirmation/${no}` }))
  const noteOn = (no: string) => ({
    policyNo: no,
    noteBody: 'A note of the benchmark.',
    isNotePrivate: false,
    type: 'note',
    meta: null,
    reason: null,
  })
  const farRow = Math.floor(policies * 0.9)
  const farList = `list: row ${farRow.toLocaleString('en-US')}`
  const everyTerm = `search by name, ${terms.length} terms once`
  const inTurn = `the same, one after the other`

  const results = new Map<string, Figures>()
  const run = async (contenders: Parameters<typeof runAlternately>[0], times = rounds) => {
    for (const [title, figures] of await runAlternately(contenders, times)) results.set(title, figures)
  }
  for (const warmUp of [load(api, confirmations), load(fast, bareConfirmations), load(bare, bareConfirmations)])
    await warmUp()
  await run({
    'confirmation: Tideline': load(api, confirmations),
    'confirmation: bare fastify': load(fast, bareConfirmations),
    'confirmation: bare node:http': load(bare, bareConfirmations),
  })
  // Requests that the policy page needs before it renders, followed by the timeline, which loads when opened. Both
  // timelines return the same number of rows.
  const of = (no: string | undefined, paths: string[]) =>
    paths.map((path) => ({ path: `/api/v1/policies/${no}/${path}` }))
  const firstView = ['getConfirmation', 'policytransactions']
  const timeline = ['timeline?take=10']
  await run({
    'policy page: 10 items': load(api, of(shortNo, firstView)),
    'policy page: 10,000 items': load(api, of(longNo, firstView)),
    'timeline: 10 items': load(api, of(shortNo, timeline)),
    'timeline: 10,000 items': load(api, of(longNo, timeline)),
  })
  await run({ 'list: page 1': load(api, [{ path: range(0) }]), [farList]: load(api, [{ path: range(farRow) }]) })
  await run({ [everyTerm]: load(api, searchFor(terms), { seconds: 'once' }) }, 1)
  // Measures each search by itself on a single connection. On a machine with few cores, ten parallel requests would
  // wait for each other.
  await run({ [inTurn]: load(api, searchFor(terms), { seconds: 'once', connections: 1 }) }, 1)
  // Limits pgbench and the API to the same 100 terms, because pgbench accepts at most 128 scripts.
  const sample = terms.slice(0, 100)
  const files = hasPgbench() ? await writeSearches(server.url(), join(dataFolder, 'searches'), sample) : undefined
  const pgbench = async (scripts: string[], protocol: 'simple' | 'prepared'): Promise<Figures> => {
    const perSecond = runPgbench(server.url(), scripts, { seconds, connections, protocol })
    return { perSecond, p50: 0, p99: 0, max: 0, failures: 0, responses: Math.round(perSecond * seconds) }
  }
  await run({
    'search: 100 terms, Tideline': load(api, searchFor(sample)),
    ...(files && {
      'search: 100 terms, pgbench': () => pgbench(files, 'simple'),
      'search: 100 terms, pgbench prepared': () => pgbench(files, 'prepared'),
    }),
  })
  await run({
    'search by address': load(
      api,
      streets.map((street) => ({ path: `/api/v1/policies/search?Address=${encodeURIComponent(street)}&take=50` })),
    ),
  })
  await run({
    'write a note': load(
      api,
      policyNos.slice(0, 100).map((no) => ({
        method: 'POST',
        path: `/api/v1/policies/${no}/notes`,
        body: JSON.stringify(noteOn(no)),
      })),
    ),
    'log in': load(api, [{ method: 'POST', path: '/api/v1/auth/login', body: logIn }]),
  })

  print(
    `\n${policies} policies, ${rounds} rounds of ${seconds} s, ${connections} connections; medians (max: worst), ms`,
  )
  print(`${' '.repeat(36)}  req/s     p50     p99     max responses failures`)
  for (const [title, { perSecond, p50, p99, max, responses, failures }] of results) {
    // pgbench reports only the rate.
    const times = [p50, p99, max].map((ms) => (max ? ms.toFixed(0) : '-').padStart(7)).join(' ')
    const counts = `${String(responses).padStart(8)} ${String(failures).padStart(8)}`
    print(`${title.padEnd(36)} ${perSecond.toFixed(0).padStart(6)} ${times} ${counts}`)
  }
  const ratio = (a: string, b: string) =>
    ((results.get(a)?.perSecond ?? 0) / (results.get(b)?.perSecond ?? 1)).toFixed(2)
  print('\nratios')
  print(`confirmation / bare fastify      ${ratio('confirmation: Tideline', 'confirmation: bare fastify')} (aim ≥ 1.0)`)
  print(`confirmation / bare node:http    ${ratio('confirmation: Tideline', 'confirmation: bare node:http')}`)
  print(`time of row ${farRow} / of page 1   ${ratio('list: page 1', farList)} (aim ≤ 1.2)`)
  print(`policy page, 10,000 / 10 items   ${ratio('policy page: 10 items', 'policy page: 10,000 items')} (aim ≤ 1.2)`)
  print(`its timeline, 10,000 / 10 items  ${ratio('timeline: 10 items', 'timeline: 10,000 items')} (aim ≤ 1.2)`)
  if (files) {
    print(
      `search / pgbench, all prepared   ${ratio('search: 100 terms, Tideline', 'search: 100 terms, pgbench prepared')} (aim ≥ 0.6)`,
    )
    print(`search / pgbench, all planned    ${ratio('search: 100 terms, Tideline', 'search: 100 terms, pgbench')}`)
  } else print('search / pgbench                 not measured: this machine has no pgbench')
  for (const title of [everyTerm, inTurn])
    print(`slowest: ${title.padEnd(36)} ${results.get(title)?.max.toFixed(0)} ms (aim ≤ 100)`)

  const weigh = (app: string, name: string, modules: readonly string[], aim: number) => {
    const dist = join(root, app, 'dist')
    const kB = existsSync(dist) ? (getFirstLoadBytes(dist, modules) / 1000).toFixed(0) : undefined
    print(
      `${name.padEnd(32)} ${kB ? `${kB} kB of JavaScript, gzip (aim ≤ ${aim})` : 'not measured: run pnpm build first'}`,
    )
  }
  for (const { name, modules, maxKilobytes: most } of firstScreens) weigh('portal-web', name, modules, most)
  weigh('admin-web', 'back office', [], 440)
} finally {
  await client.end()
  for (const child of children) child.kill('SIGTERM')
  await server.stop()
}
