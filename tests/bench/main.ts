/**
 * `node tests/bench/main.ts`: measures lists, searches, the policy page, notes and log-ins on a book of a million policies.
 * Prints results and ratios of medians; asserts nothing, because machines differ. BENCH_POLICIES, BENCH_SECONDS,
 * BENCH_ROUNDS, and BENCH_TERMS change size and duration. The book is kept in .tideline/bench-<policies>.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { firstScreens } from '../../portal-web/build/first-screens.ts'
import { getFirstLoadBytes } from '../support/first-load.ts'
import { logInBody, runWithApi } from './api-under-test.ts'
import { policies, print, root } from './book.ts'
import { type Figures, type Load, measure, runAlternately } from './measure.ts'
import { record } from './measurements.ts'
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
    if (title === everyTerm || title === inTurn) {
      record(`${title}, p99`, p99, 'ms', { atMost: 40 })
      record(`${title}, slowest`, max, 'ms', { atMost: 100 })
    }
  }
  const ratio = (a: string, b: string) =>
    ((results.get(a)?.perSecond ?? 0) / (results.get(b)?.perSecond ?? 1)).toFixed(2)
  print('\nratios')
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
})
