/**
 * `node tests/bench/commissions.ts`: the monthly run over a book whose transactions all lie in one month, beside the same lines
 * written by one statement by hand, without parts, locks and progress. Prints seconds, their ratio and the memory of the process;
 * asserts nothing. BENCH_POLICIES makes the book smaller; it is kept in .tideline/bench-commissions-<policies>.
 */
import { setInterval } from 'node:timers'
import { runMonth } from '@tideline/api/commissions/run-month.ts'
import { startRun } from '@tideline/api/commissions/runs.ts'
import { openDatabase } from '@tideline/api/db/database.ts'
import { aCtx, aStaffMember } from '@tideline/api/testing/area-app.ts'
import pg from 'pg'
import { openBook, policies, say } from './book.ts'

const { server } = await openBook('bench-commissions')
const on = async (database: string | undefined, ...statements: string[]) => {
  const client = new pg.Client({ connectionString: server.url(database) })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
const source = new URL(server.url()).pathname.slice(1)
const prepare = [
  'set session_replication_role = replica',
  `update policy_transactions set accounting_date = '2025-10-15' where accounting_date <> '2025-10-15'`,
  `insert into commission_rates (product_id, is_renewal, rate_basis_points)
   select product_id, is_renewal, 1250 from products cross join (values (false), (true)) kind (is_renewal)
   on conflict do nothing`,
  'vacuum analyze policy_transactions',
]
/** What the run writes, as somebody would write it by hand: who may earn, statements, lines, totals. */
const byHand = [
  'begin',
  `insert into commission_chains select t.policy_transaction_id, a.path
   from policy_transactions t join agencies a using (agency_id)
   where t.tnx_gross_premium_cents > 0 on conflict do nothing`,
  `insert into commission_statements (agency_id, month)
   select distinct agency_id, date '2025-10-01' from policy_transactions on conflict do nothing`,
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

async function inACopy<Result>(name: string, work: (url: string) => Promise<Result>): Promise<Result> {
  await on(
    'postgres',
    `drop database if exists ${name} with (force)`,
    `create database ${name} template ${source}`,
    'checkpoint',
  )
  return work(server.url(name)).finally(() => on('postgres', `drop database if exists ${name} with (force)`))
}
const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

try {
  await on(undefined, ...prepare)
  const hand = await inACopy('bench_by_hand', () => seconds(() => on('bench_by_hand', ...byHand)))
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  const { first, again, lines } = await inACopy('bench_run', async (url) => {
    const database = openDatabase(url)
    const ctx = aCtx(database.db, aStaffMember('financeadmin'))
    const run = (isClosing: boolean) =>
      seconds(async () => {
        const { runId } = await startRun(ctx, { year: 2025, month: 10, isClosing })
        await runMonth(ctx, runId)
      })
    const again = async () => {
      const first = await run(false)
      return { first, again: await run(true) }
    }
    const times = await again()
    const { rows } = await database.pool.query<{ lines: number }>('select count(*) as lines from commission_lines')
    await database.close()
    return { ...times, lines: rows[0]?.lines ?? 0 }
  })
  clearInterval(watch)
  say(`\n${policies} policies, ${lines} lines`)
  say(`by hand                 ${hand.toFixed(1)} s`)
  say(`the run, all new        ${first.toFixed(1)} s, ${(hand / first).toFixed(2)} of the speed by hand (aim ≥ 0.8)`)
  say(`the same again, closing ${again.toFixed(1)} s`)
  say(`memory                  ${megabytes(before)} MB before, ${megabytes(most)} MB at most`)
} finally {
  await server.stop()
}
