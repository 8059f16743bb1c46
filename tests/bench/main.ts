/**
 * `node tests/bench/main.ts`: measures lists, searches, the policy page, notes and log-ins on a book of a million policies.
 * Prints results and ratios of medians; asserts nothing, because machines differ. BENCH_POLICIES, BENCH_SECONDS,
 * BENCH_ROUNDS, and BENCH_TERMS change size and duration. The book is kept in .tideline/bench-<policies>.
 */
import { join } from 'node:path'
import { firstScreens } from '../../portal-web/build/first-screens.ts'
import { type App, apps, buildApp } from '../../scripts/build-app.ts'
import { getFirstLoadBytes } from '../support/first-load.ts'
import { logInBody, runWithApi } from './api-under-test.ts'
import { policies, print, root } from './book.ts'
import { type Figures, type Load, measure, runAlternately } from './measure.ts'
import { formatGoal, type Goal, record } from './measurements.ts'
import { hasPgbench, runPgbench, writeSearches } from './pgbench.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const termCount = Number(process.env.BENCH_TERMS ?? 20_000)
const connections = 10

await runWithApi(async ({ api, headers, client, dataFolder, databaseUrl, policyNos }) => {
  const one = async (query: string) => (await client.query<{ value: string }>(query)).rows.map((row) => row.value)
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
       ) typed order by length(term) > 2, random() limit ${Math.ceil((termCount * 3) / 4)}
     ) drawn order by random()`,
  )
  const insuredNames = await one(
    `select distinct lower(insured_name) as value from policies tablesample system (${share}) limit ${Math.ceil(termCount / 4)}`,
  )
  const streets = await one(
    'select distinct split_part(addr1, $$ $$, 2) as value from policies tablesample system (2) limit 1000',
  )

  const load = (requests: Load['requests'], of: Partial<Load> = {}) => {
    return () => measure({ ...api, requests, headers, connections, seconds, ...of })
  }
  const range = (from: number) =>
    `/api/admin/policies?sort=${encodeURIComponent('["inceptionDate","ASC"]')}&range=${encodeURIComponent(`[${from},${from + 24}]`)}`
  /** The terms, and full names as two words in the search box after each third of them. */
  const typed = (terms: string[]): Load['requests'] =>
    searchFor(terms).flatMap((request, index) => {
      const name = index % 3 === 2 ? insuredNames[(index - 2) / 3] : undefined
      return name
        ? [request, { path: `/api/v1/policies/search?search=${encodeURIComponent(name)}&take=50` }]
        : [request]
    })
  const searchFor = (words: string[]) =>
    words.map((word) => ({ path: `/api/v1/policies/search?InsuredName=${encodeURIComponent(word)}&take=50` }))
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
  const everyTerm = `search by name, ${connections} parallel`
  const inTurn = 'search by name, sequential'

  const results = new Map<string, Figures>()
  const run = async (contenders: Parameters<typeof runAlternately>[0], times = rounds) => {
    for (const [title, figures] of await runAlternately(contenders, times)) results.set(title, figures)
  }
  // Requests that the policy page needs before it renders, followed by the timeline, which loads when opened. Both
  // timelines return the same number of rows.
  const of = (no: string | undefined, paths: string[]) =>
    paths.map((path) => ({ path: `/api/v1/policies/${no}/${path}` }))
  const firstView = ['getConfirmation', 'policytransactions']
  const timeline = ['timeline?take=10']
  await run({
    'policy page: 10 items': load(of(shortNo, firstView)),
    'policy page: 10,000 items': load(of(longNo, firstView)),
    'timeline: 10 items': load(of(shortNo, timeline)),
    'timeline: 10,000 items': load(of(longNo, timeline)),
  })
  await run({ 'list: page 1': load([{ path: range(0) }]), [farList]: load([{ path: range(farRow) }]) })
  await run({ [everyTerm]: load(typed(terms), { seconds: 'once' }) }, 1)
  // Measures each search by itself on a single connection. On a machine with few cores, ten parallel requests would
  // wait for each other.
  await run({ [inTurn]: load(typed(terms), { seconds: 'once', connections: 1 }) }, 1)
  // Limits pgbench and the API to the same 100 terms, because pgbench accepts at most 128 scripts.
  const sample = terms.slice(0, 100)
  const files = hasPgbench() ? await writeSearches(databaseUrl, join(dataFolder, 'searches'), sample) : undefined
  const pgbench = async (scripts: string[], protocol: 'simple' | 'prepared'): Promise<Figures> => {
    const perSecond = runPgbench(databaseUrl, scripts, { seconds, connections, protocol })
    return {
      perSecond,
      p50: 0,
      p99: 0,
      max: 0,
      failures: 0,
      responses: Math.round(perSecond * seconds),
      processorTime: 0,
    }
  }
  await run({
    'search: 100 terms, Tideline': load(searchFor(sample)),
    ...(files && {
      'search: 100 terms, pgbench': () => pgbench(files, 'simple'),
      'search: 100 terms, pgbench prepared': () => pgbench(files, 'prepared'),
    }),
  })
  await run({
    'search by address': load(
      streets.map((street) => ({ path: `/api/v1/policies/search?Address=${encodeURIComponent(street)}&take=50` })),
    ),
  })
  await run({
    'write a note': load(
      policyNos.slice(0, 100).map((no) => ({
        method: 'POST',
        path: `/api/v1/policies/${no}/notes`,
        body: JSON.stringify(noteOn(no)),
      })),
    ),
    'log in': load([{ method: 'POST', path: '/api/v1/auth/login', body: logInBody }]),
  })

  print(
    `\n${policies} policies, ${terms.length} search terms, ${rounds} rounds of ${seconds} s, ${connections} connections; medians (max: worst), ms`,
  )
  print(`${' '.repeat(36)}  req/s     p50     p99     max responses failures`)
  for (const [title, { perSecond, p50, p99, max, responses, failures }] of results) {
    // pgbench reports only the rate.
    const times = [p50, p99, max].map((ms) => (max ? ms.toFixed(0) : '-').padStart(7)).join(' ')
    const counts = `${String(responses).padStart(8)} ${String(failures).padStart(8)}`
    print(`${title.padEnd(36)} ${perSecond.toFixed(0).padStart(6)} ${times} ${counts}`)
    record(title, perSecond, 'req/s')
  }
  const report = (title: string, value: number, unit: 'ratio' | 'ms' | 'kB', goal: Goal) => {
    const text = unit === 'ratio' ? value.toFixed(2) : `${value.toFixed(0)} ${unit}`
    print(`${title.padEnd(44)} ${text} ${formatGoal(value, goal)}`)
    record(title, value, unit, goal)
  }
  const divide = (a: string, b: string) => (results.get(a)?.perSecond ?? Number.NaN) / (results.get(b)?.perSecond ?? 1)
  report(`time of row ${farRow} / of page 1`, divide('list: page 1', farList), 'ratio', { atMost: 1.2 })
  for (const screen of ['policy page', 'timeline'])
    report(`${screen}, 10,000 items / 10`, divide(`${screen}: 10 items`, `${screen}: 10,000 items`), 'ratio', {
      atMost: 1.2,
    })
  if (files) {
    const prepared = divide('search: 100 terms, Tideline', 'search: 100 terms, pgbench prepared')
    report('search / pgbench, prepared', prepared, 'ratio', { atLeast: 0.6 })
  } else print('search / pgbench: not measured, because this machine has no pgbench')
  for (const title of [everyTerm, inTurn]) {
    report(`${title}, p99`, results.get(title)?.p99 ?? Number.NaN, 'ms', { atMost: 40 })
    report(`${title}, slowest`, results.get(title)?.max ?? Number.NaN, 'ms', { atMost: 100 })
  }

  for (const app of apps) buildApp(app)
  const weigh = (app: App, name: string, modules: readonly string[], atMost: number) =>
    report(`${name}, JavaScript, gzip`, getFirstLoadBytes(join(root, app, 'dist'), modules) / 1000, 'kB', { atMost })
  for (const { name, modules, maxKilobytes } of firstScreens) weigh('portal-web', name, modules, maxKilobytes)
  weigh('admin-web', 'back office', [], 440)
})
