/**
 * `pnpm bench`: the built API on a book of a million policies beside bare servers that run the same SQL, without log-in,
 * ownership, validation or log. Prints figures and ratios of medians; asserts nothing, since machines differ.
 * BENCH_POLICIES, BENCH_SECONDS and BENCH_ROUNDS make it smaller or longer. The book is kept in .tideline/bench.
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { hashPassword } from '@tideline/api/accounts/password.ts'
import { startEmbedded } from '@tideline/api/db/embedded.ts'
import pg from 'pg'
import { firstPageBytes } from './first-page.ts'
import { type Figures, interleave, type Load, measure, median } from './measure.ts'

const root = dirname(dirname(import.meta.dirname))
const policies = Number(process.env.BENCH_POLICIES ?? 1_000_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const connections = 10
const dataFolder = join(root, `.tideline/bench-${policies}`)
const password = 'Tideline-Demo-1'

const say = (text: string) => process.stdout.write(`${text}\n`)
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
const start = async (script: string, env: Record<string, string>) => {
  const port = await freePort()
  const child = fork(join(root, script), {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`${script} stopped with ${code}.`)))
  })
  return { child, url: `http://127.0.0.1:${port}` }
}

if (!existsSync(join(dataFolder, 'ready'))) {
  say(`Making a book of ${policies} policies once, in ${dataFolder} …`)
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'api/src/db/seed/main.ts'), '--policies', String(policies)],
    {
      env: { ...process.env, TIDELINE_DATA: dataFolder },
      stdio: 'inherit',
    },
  )
  if (status !== 0) process.exit(1)
  writeFileSync(join(dataFolder, 'ready'), '')
}

const server = await startEmbedded(join(dataFolder, 'postgres'))
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
  const terms = await one(
    `select term as value from (
       select distinct substr(lower(last_name), 1, 1 + (random() * 6)::int) as term from policies tablesample system (20)
     ) drawn order by random() limit 20000`,
  )
  const streets = await one(
    'select distinct split_part(addr1, $$ $$, 2) as value from policies tablesample system (2) limit 1000',
  )

  const env = {
    DATABASE_URL: server.url(),
    NODE_ENV: 'production',
    RATE_LIMIT_PER_MINUTE: '1000000000',
    LOG_LEVEL: 'info',
    RUN_JOBS: 'false',
    TIDELINE_DATA: dataFolder,
  }
  const api = await start('api/src/main.ts', env)
  const bare = await start('tests/bench/baselines/bare.ts', env)
  const fast = await start('tests/bench/baselines/fastify.ts', env)
  children.push(api.child, bare.child, fast.child)
  const logIn = JSON.stringify({ email: 'bench@example.com', password })
  const session = await fetch(`${api.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: logIn,
  })
  const { payload } = (await session.json()) as { payload: { token: string } }
  const headers = { authorization: `Bearer ${payload.token}` }

  const common = { seconds, connections }
  const load = (title: string, url: string, requests: Load['requests']): Load => ({
    ...common,
    title,
    url,
    requests,
    headers,
  })
  const on = (path: string) => [{ path }]
  const range = (from: number) =>
    `/api/admin/policies?sort=${encodeURIComponent('["inceptionDate","ASC"]')}&range=${encodeURIComponent(`[${from},${from + 24}]`)}`

  const results = new Map<string, Figures>()
  const run = async (loads: Load[]) => {
    for (const [title, figures] of await interleave(loads, rounds)) results.set(title, figures)
  }
  await measure(
    load(
      'warm up',
      api.url,
      policyNos.map((no) => ({ path: `/api/v1/policies/${no}/getConfirmation` })),
    ),
  )
  await run([
    load(
      'confirmation: Tideline',
      api.url,
      policyNos.map((no) => ({ path: `/api/v1/policies/${no}/getConfirmation` })),
    ),
    load(
      'confirmation: bare fastify',
      fast.url,
      policyNos.map((no) => ({ path: `/confirmation/${no}` })),
    ),
    load(
      'confirmation: bare node:http',
      bare.url,
      policyNos.map((no) => ({ path: `/confirmation/${no}` })),
    ),
  ])
  await run([
    load('list: page 1', api.url, on(range(0))),
    load('list: row 900,000', api.url, on(range(Math.floor(policies * 0.9)))),
  ])
  await run([
    load(
      'search by name',
      api.url,
      terms.map((term) => ({ path: `/api/v1/policies/search?InsuredName=${encodeURIComponent(term)}&take=50` })),
    ),
    load(
      'search by address',
      api.url,
      streets.map((street) => ({ path: `/api/v1/policies/search?Address=${encodeURIComponent(street)}&take=50` })),
    ),
  ])
  await run([
    load(
      'write a note',
      api.url,
      policyNos.slice(0, 100).map((no) => ({
        method: 'POST' as const,
        path: `/api/v1/policies/${no}/notes`,
        body: JSON.stringify({
          policyNo: no,
          noteBody: 'A note of the benchmark.',
          isNotePrivate: false,
          type: 'note',
          meta: null,
          reason: null,
        }),
      })),
    ),
    load('log in', api.url, [{ method: 'POST', path: '/api/v1/auth/login', body: logIn }]),
  ])

  say(`\n${policies} policies, ${rounds} rounds of ${seconds} s, ${connections} connections; medians, ms`)
  say('                              req/s     p50     p99     max  failures')
  for (const [title, { perSecond, p50, p99, max, failures }] of results)
    say(
      `${title.padEnd(28)} ${perSecond.toFixed(0).padStart(6)} ${[p50, p99, max].map((ms) => ms.toFixed(0).padStart(7)).join(' ')} ${String(failures).padStart(9)}`,
    )
  const ratio = (a: string, b: string) =>
    ((results.get(a)?.perSecond ?? 0) / (results.get(b)?.perSecond ?? 1)).toFixed(2)
  say('\nratios')
  say(`confirmation / bare fastify      ${ratio('confirmation: Tideline', 'confirmation: bare fastify')} (aim ≥ 1.0)`)
  say(`confirmation / bare node:http    ${ratio('confirmation: Tideline', 'confirmation: bare node:http')}`)
  say(`page 1 / row 900,000             ${ratio('list: page 1', 'list: row 900,000')} (aim ≤ 1.2)`)

  const pgbench = searchByPgbench(server.url(), terms)
  if (pgbench)
    say(
      `search / pgbench                 ${((results.get('search by name')?.perSecond ?? 0) / pgbench).toFixed(2)} (aim ≥ 0.6; pgbench ${pgbench.toFixed(0)} /s)`,
    )
  else say('search / pgbench                 not measured: this machine has no pgbench')

  const startUp = (args: string[]) =>
    median(
      Array.from({ length: 9 }, () => {
        const began = performance.now()
        spawnSync(process.execPath, args)
        return performance.now() - began
      }),
    )
  say(
    `tideline --version / node -e 0   ${(startUp([join(root, 'cli/bin/tideline.js'), '--version']) / startUp(['-e', '0'])).toFixed(2)}`,
  )
  for (const [app, aim] of [
    ['portal-web', 180],
    ['admin-web', 440],
  ] as const) {
    const dist = join(root, app, 'dist')
    if (existsSync(dist))
      say(`${app.padEnd(32)} ${(firstPageBytes(dist) / 1000).toFixed(0)} kB of JavaScript, gzip (aim ≤ ${aim})`)
    else say(`${app.padEnd(32)} not measured: run pnpm build first`)
  }
} finally {
  await client.end()
  for (const child of children) child.kill('SIGTERM')
  await server.stop()
}

/** Searches a second of pgbench over the same terms, or nothing where the machine has no pgbench. */
function searchByPgbench(url: string, words: string[]): number | undefined {
  if (spawnSync('pgbench', ['--version']).error) return undefined
  const script = join(dataFolder, 'search.sql')
  const list = words.map((word) => `'${word}'`).join(',')
  writeFileSync(
    script,
    `\\set n random(1, ${words.length})\nwith m as materialized (select policy_id, inception_date from policies where lower(insured_name) like '%' || (array[${list}])[:n] || '%' limit 10000) select * from m order by inception_date desc limit 50;\n`,
  )
  const { stdout } = spawnSync(
    'pgbench',
    ['-n', '-M', 'simple', '-c', String(connections), '-T', String(seconds), '-f', script, url],
    { encoding: 'utf8' },
  )
  return Number(stdout.match(/tps = ([\d.]+)/)?.[1]) || undefined
}
