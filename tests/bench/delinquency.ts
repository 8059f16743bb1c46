/**
 * `node tests/bench/delinquency.ts`: runs the delinquency job for obligations that are all past due on one day
 * (BENCH_OBLIGATIONS, 100,000 by default, 5,000 with `pnpm bench --quick`). Prints obligations per second, memory use, and the heap
 * after a garbage collection at each tenth of the obligations. Then executes the SQL statements that the job sent for
 * some of the obligations (BENCH_REPLAYED, 2,000 by default) by themselves, on a database in the same state, and prints
 * the ratio of the durations. Asserts no durations.
 */
import { setInterval } from 'node:timers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openDatabase } from '@tideline/api/db/database.ts'
import { runDelinquency } from '@tideline/api/delinquency/run-delinquency.ts'
import { createTestContext } from '@tideline/api/testing/area-app.ts'
import pg from 'pg'
import { openBook, print } from './book.ts'
import { record } from './measurements.ts'

const obligations = Number(process.env.BENCH_OBLIGATIONS ?? 100_000)
const replayed = Math.min(obligations, Number(process.env.BENCH_REPLAYED ?? 2_000))
const { server } = await openBook('bench', obligations)
const source = new URL(server.url()).pathname.slice(1)

type Statement = [text: string, values: unknown[]]

const withClient = async <Result>(database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({ connectionString: server.url(database) })
  await client.connect()
  return work(client).finally(() => client.end())
}

const createDatabase = (name: string, template: string) =>
  withClient('postgres', async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })

/** Creates a copy of the book in which one obligation of each of `count` policies is past due by five days. */
async function createBook(name: string, count: number) {
  await createDatabase(name, source)
  return withClient(name, async (client) => {
    const { rows } = await client.query<{ day: string }>(
      'select (percentile_disc(0.5) within group (order by inception_date) + 90)::text as day from policies',
    )
    const day = rows[0]?.day ?? ''
    for (const statement of [
      // These amounts exist only in this benchmark, so the balances are not updated to match.
      'set session_replication_role = replica',
      'update obligations set open_cents = 0 where open_cents > 0',
      `update obligations o set open_cents = greatest(amount_cents, 10000), amount_cents = greatest(amount_cents, 10000),
         due_date = date '${day}' - 5, invoiced_due_date = date '${day}' - 5
       from (select distinct on (policy_id) obligation_id from obligations join policies using (policy_id)
         order by policy_id, obligation_no limit ${count}) picked
       where o.obligation_id = picked.obligation_id`,
      `update policies set inception_date = date '${day}' - 100, expiration_date = date '${day}' + 265, cancelled_at = null,
         pending_cancel_at = null, cancel_reason_code = null, cancel_effective_date = null`,
      `update delinquency_plans set state = 'active', activated_at = date '${day}' - 60, daily_notice_cap = 100000`,
      'vacuum analyze policies, obligations',
      'checkpoint',
    ])
      await client.query(statement)
    return new Date(`${day}T18:00:00Z`)
  })
}

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** Runs the job on a copy. Passes each statement with its values to `observe` before it is sent. */
async function runJob(name: string, now: Date, observe?: (statement: Statement) => void): Promise<number> {
  const database = openDatabase(server.url(name), { connections: 1 })
  if (observe)
    database.pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown
      client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
        if (typeof text === 'string') observe([text, Array.isArray(values) ? values : []])
        return query(text, values, ...rest)
      }) as typeof client.query
    })
  const ctx = createTestContext(database.db, { kind: 'job', name: 'delinquency' }, { now })
  return seconds(() => runDelinquency(ctx)).finally(() => database.close())
}

const countSteps = (name: string) =>
  withClient(name, async (client) => {
    const { rows } = await client.query<{ steps: number; emails: number }>(
      'select (select count(*)::int from delinquency_steps) as steps, (select count(*)::int from graphile_worker._private_jobs) as emails',
    )
    return rows[0] ?? { steps: 0, emails: 0 }
  })

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Number of columns of `delinquency_steps` that the job inserts. */
const columnsPerStep = 7

/** Returns an observer of statements that adds the heap size, in bytes, to `heap` at each tenth of the job's insertions. */
function measureHeap(heap: number[]) {
  let inserted = 0
  return ([text, values]: Statement) => {
    if (!text.startsWith('insert into "delinquency_steps"')) return
    inserted += values.length / columnsPerStep
    if (inserted < ((heap.length + 1) * obligations) / 10) return
    collectGarbage()
    heap.push(process.memoryUsage().heapUsed)
  }
}

const names = ['bench_day', 'bench_replayed'] as const

try {
  const now = await createBook('bench_day', obligations)
  const before = process.memoryUsage().rss
  const memory: number[] = []
  const watch = setInterval(() => memory.push(process.memoryUsage().rss), 250)
  const heap: number[] = []
  const taken = await runJob('bench_day', now, measureHeap(heap))
  clearInterval(watch)
  const { steps, emails } = await countSteps('bench_day')
  if (steps !== obligations) throw new Error(`The job took ${steps} steps for ${obligations} obligations.`)
  const half = Math.floor(memory.length / 2)
  print(`\n${obligations} obligations past due on one day: ${steps} steps, ${emails} emails`)
  print(`the job                 ${taken.toFixed(1)} s, ${Math.round(steps / taken)} obligations/s`)
  print(
    `memory                  ${megabytes(before)} MB before, at most ${megabytes(Math.max(...memory.slice(0, half)))} MB in the first half and ${megabytes(Math.max(...memory.slice(half)))} MB in the second`,
  )
  print(`heap at each tenth      ${heap.map(megabytes).join(', ')} MB`)

  const sent: Statement[] = []
  await createBook('bench_replayed', replayed)
  await createDatabase('bench_day', 'bench_replayed')
  await runJob('bench_day', now, (statement) => sent.push(statement))
  const wanted = await countSteps('bench_day')
  const times: { job: number; hand: number }[] = []
  for (let round = 0; round < 3; round++) {
    await createDatabase('bench_day', 'bench_replayed')
    const job = await runJob('bench_day', now)
    await createDatabase('bench_day', 'bench_replayed')
    const hand = await withClient('bench_day', (client) =>
      seconds(async () => {
        for (const [text, values] of sent) await client.query(text, values)
      }),
    )
    const written = await countSteps('bench_day')
    if (JSON.stringify(written) !== JSON.stringify(wanted))
      throw new Error(`By hand, ${JSON.stringify(written)} were written, by the job ${JSON.stringify(wanted)}.`)
    times.push({ job, hand })
  }
  const { job, hand } = times.toSorted((a, b) => a.hand / a.job - b.hand / b.job)[1] ?? { job: 1, hand: 0 }
  print(`${replayed} of them by the job   ${job.toFixed(2)} s`)
  print(
    `the same statements     ${hand.toFixed(2)} s; ${(sent.length / replayed).toFixed(2)} statements per obligation`,
  )
  record('delinquency: obligations', steps / taken, 'per s')
  record('delinquency / handwritten statements', hand / job, 'ratio', { atLeast: 0.5 })
  print(`job / by hand           ${(hand / job).toFixed(2)} of the speed (aim ≥ 0.5)`)
} finally {
  await withClient('postgres', async (client) => {
    for (const name of names) await client.query(`drop database if exists ${name} with (force)`)
  })
  await server.stop()
}
