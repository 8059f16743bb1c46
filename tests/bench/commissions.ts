/**
 * `node tests/bench/commissions.ts`: compares the monthly commission run for a million transactions with handwritten
 * SQL, which has no chunks, locks, progress, or emails. Both must produce the same lines to the cent. Prints durations,
 * their ratio, and memory use. BENCH_TRANSACTIONS reduces the number of transactions.
 */
import { setInterval } from 'node:timers'
import { startCommissionRun } from '@tideline/api/commissions/commission-runs.ts'
import { processCommissionRun } from '@tideline/api/commissions/process-commission-run.ts'
import { openDatabase } from '@tideline/api/db/database.ts'
import { createStaffActor, createTestContext } from '@tideline/api/testing/area-app.ts'
import pg from 'pg'
import { openBook, print } from './book.ts'
import { record } from './measurements.ts'

const transactions = Number(process.env.BENCH_TRANSACTIONS ?? 1_000_000)
const chunk = 50_000
const { server } = await openBook('bench-commissions', 1_000)
const source = new URL(server.url()).pathname.slice(1)
const month = 'bench_month'

const on = async (database: string, ...statements: string[]) => {
  const client = new pg.Client({ connectionString: server.url(database) })
  await client.connect()
  try {
    let rows: Record<string, string>[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** Columns that get a new value in each copy. All other columns are copied from the original row. */
const own: Readonly<Record<string, string>> = {
  policy_id: 'm.policy_id',
  policy_transaction_id: 'm.policy_transaction_id',
  policy_no: "left(t.policy_no, 4) || lpad(m.n::text, 6, '0')",
  business_key: "t.business_key || ':' || m.n",
  quote_number: "'Q' || m.n",
  meta: "t.meta || jsonb_build_object('quoteNumber', 'Q' || m.n)",
  accounting_date: "date '2025-10-15'",
}

/**
 * Creates the month's transactions: copies the policies of the book with one transaction each. The ids are in
 * chronological order.
 */
async function makeMonth() {
  await on('postgres', `drop database if exists ${month} with (force)`, `create database ${month} template ${source}`)
  const columns = async (table: string) => {
    const rows = await on(
      month,
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = '${table}'
         and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`,
    )
    return rows.map(({ name = '' }) => name)
  }
  const copies = await Promise.all(
    ['policies', 'policy_transactions'].map(async (table) => {
      const names = await columns(table)
      return `insert into ${table} (${names.join(', ')})
        select ${names.map((name) => (own[name] ? `case when t.${name} is not null then ${own[name]} end` : `t.${name}`)).join(', ')}
        from made m join pattern_${table} t on t.policy_id = m.pattern_id order by m.n`
    }),
  )
  const indexes = await on(
    month,
    `select indexname as name from pg_indexes where tablename = 'policies'
       and indexname not in (select conname from pg_constraint)`,
  )
  await on(
    month,
    'set session_replication_role = replica',
    'set synchronous_commit = off',
    // Drops the indexes for user searches, because this benchmark has none.
    ...indexes.map(({ name }) => `drop index ${name}`),
    'create temporary table pattern_policies as select * from policies',
    'create temporary table pattern_policy_transactions as select * from policy_transactions',
    'truncate policies cascade',
    ...Array.from({ length: Math.ceil(transactions / chunk) }, (_, number) => [
      'drop table if exists made',
      `create temporary table made as select n, pattern_id, new_id() as policy_id, new_id() as policy_transaction_id
       from generate_series(${number * chunk}, ${Math.min(transactions, (number + 1) * chunk) - 1}) n
       join (select policy_id as pattern_id, row_number() over () - 1 as nth from pattern_policies) p on nth = n % 1000
       order by n`,
      ...copies,
    ]).flat(),
    `insert into commission_rates (product_id, is_renewal, rate_basis_points)
     select product_id, is_renewal, 1250 from products cross join (values (false), (true)) kind (is_renewal)`,
    'vacuum analyze',
  )
}

/** Handwritten SQL that writes the same data as the commission run: agency chains, statements, lines, and totals. */
const handwrittenStatements = [
  'begin',
  `insert into commission_chains (policy_transaction_id, agency_ids)
   select t.policy_transaction_id, a.path from policy_transactions t join agencies a using (agency_id)
   where t.tnx_gross_premium_cents > 0`,
  `insert into commission_statements (agency_id, month)
   select distinct agency_id, date '2025-10-01' from policy_transactions`,
  `insert into commission_lines
     (statement_id, policy_id, policy_transaction_id, kind, premium_cents, rate_basis_points, amount_cents)
   select s.statement_id, t.policy_id, t.policy_transaction_id, 'commission', t.tnx_gross_premium_cents, r.rate_basis_points,
     round(t.tnx_gross_premium_cents * r.rate_basis_points / 10000.0)
   from policy_transactions t
   join commission_rates r on r.product_id = t.product_id and r.is_renewal = coalesce(t.original_trans_type = 'RN', false)
   join commission_statements s on s.agency_id = t.agency_id and s.month = '2025-10-01'
   where t.tnx_gross_premium_cents > 0`,
  `update commission_statements s set state = 'closed', closed_at = now(), total_cents =
     (select coalesce(sum(amount_cents), 0) from commission_lines l where l.statement_id = s.statement_id)`,
  'commit',
]
const clear = [
  'truncate commission_lines, commission_statements, commission_chains, commission_adjustments, payout_items',
  'checkpoint',
]
/**
 * Returns the number of lines, the total in cents, and a checksum of all written data except statement and line ids.
 */
const getChecksum = async (): Promise<string> =>
  JSON.stringify(
    await on(
      month,
      `select count(*) as lines, sum(amount_cents) as cents, sum(hashtextextended(concat_ws('|', s.agency_id, s.month, s.state,
         s.total_cents, l.policy_id, l.policy_transaction_id, l.kind, l.premium_cents, l.rate_basis_points, l.amount_cents), 0)::numeric)
       from commission_lines l join commission_statements s using (statement_id)`,
    ),
  )

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

try {
  print(`Making a month of ${transactions} transactions …`)
  print(`${(await seconds(makeMonth)).toFixed(0)} s`)
  await on(month, 'checkpoint')
  const hand = await seconds(() => on(month, ...handwrittenStatements))
  const wanted = await getChecksum()
  await on(month, ...clear)

  const database = openDatabase(server.url(month))
  const ctx = createTestContext(database.db, createStaffActor('financeadmin'))
  const run = () =>
    seconds(async () => {
      const { runId } = await startCommissionRun(ctx, { year: 2025, month: 10, isClosing: true })
      await processCommissionRun(ctx, runId)
    })
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  const first = await run()
  const checksum = await getChecksum()
  const again = await run()
  const repeatedChecksum = await getChecksum()
  clearInterval(watch)
  await database.close()
  if (checksum !== wanted)
    throw new Error(`The checksum of the run is ${checksum}, but the handwritten SQL gives ${wanted}.`)
  if (repeatedChecksum !== wanted)
    throw new Error(`The checksum of the repeated run is ${repeatedChecksum}, but the first run gave ${wanted}.`)

  print(`\na month of ${transactions} transactions: ${wanted}`)
  print(`by hand                 ${hand.toFixed(1)} s`)
  print(`the run                 ${first.toFixed(1)} s, ${(hand / first).toFixed(2)} of the speed by hand (aim ≥ 0.8)`)
  record('monthly commission / handwritten SQL', hand / first, 'ratio', { atLeast: 0.8 })
  print(`the same again          ${again.toFixed(1)} s, the same lines`)
  print(`memory                  ${megabytes(before)} MB before, ${megabytes(most)} MB at most`)
} finally {
  await on('postgres', `drop database if exists ${month} with (force)`)
  await server.stop()
}
