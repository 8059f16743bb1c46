import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import { plusMonths } from '../calendar/days.ts'
import type { Ctx, TrxCtx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { totalOf } from './close-statement.ts'
import { tellClosed } from './closed-statement.ts'
import { reckon, writeChains } from './reckon.ts'

/** Policies that are reckoned in one transaction: some seconds' work, so that little is lost when the process dies. */
export const policiesPerPart = 5_000
const pauseMs = 100

interface Run {
  runId: string
  month: string
  isClosing: boolean
}

/** Policies `p` with something to reckon: premium of the month, or lines on statements that could have been closed by it. */
const isTouched = ({ month }: Run) => sql<boolean>`(
  exists (select from policy_transactions t where t.policy_id = p.policy_id and t.tnx_gross_premium_cents <> 0
    and t.accounting_date >= ${month}::date and t.accounting_date < ${plusMonths(month, 1)}::date)
  or exists (select from commission_lines l join commission_statements s using (statement_id)
    where l.policy_id = p.policy_id and s.state = 'open' and s.month <= ${month}::date))`

/** Divides the work once, so that whoever takes the run over finds what is left. */
const divide = (ctx: Ctx, run: Run, size: number) =>
  inTransaction(ctx, async ({ db }) => {
    await sql`set local statement_timeout = '10min'`.execute(db)
    const begun = await db
      .updateTable('commission_runs')
      .set({ state: 'running' })
      .where('run_id', '=', run.runId)
      .where('state', '=', 'queued')
      .returning('run_id')
      .executeTakeFirst()
    if (!begun) return
    await sql`
      insert into commission_run_parts (run_id, first_policy_id, next_policy_id, policies)
      select ${run.runId}, policy_id, lead(policy_id) over (order by policy_id),
        least(${size}::int, total - place + 1)
      from (select policy_id, row_number() over (order by policy_id) as place, count(*) over () as total
        from policies p where ${isTouched(run)}) touched
      where place % ${size}::int = 1 or ${size}::int = 1`.execute(db)
  })

interface Part {
  first: string
  next: string | null
}

/**
 * Reckons the policies of a part that nobody is writing to at the moment; those that somebody holds are for the next time, since
 * waiting for them with others in hand could make a circle. True when all of the part is done.
 */
const reckonPart = (ctx: Ctx, run: Run, { first, next }: Part) =>
  inTransaction(ctx, async ({ db }) => {
    await sql`set local statement_timeout = '2min'`.execute(db)
    const ofPart = sql<boolean>`p.policy_id >= ${first} and (${next}::uuid is null or p.policy_id < ${next}::uuid)
      and ${isTouched(run)}`
    const { rows } = await sql<{ id: string }>`
      select p.policy_id as id from policies p where ${ofPart} order by p.policy_id
      for no key update skip locked`.execute(db)
    const ids = rows.map(({ id }) => id)
    await writeChains(db, sql`t.policy_id = any(${ids}::uuid[])`)
    await reckon(db, ids)
    const { rows: counted } = await sql<{
      count: number
    }>`select count(*) as count from policies p where ${ofPart}`.execute(db)
    const isDone = (counted[0]?.count ?? 0) <= ids.length
    if (isDone)
      await sql`update commission_run_parts set is_done = true
        where run_id = ${run.runId} and first_policy_id = ${first}`.execute(db)
    return isDone
  })

/** Closes what is open of the month and of those before it. What was posted meanwhile has written its own lines. */
async function closeMonth(ctx: TrxCtx, { runId, month }: Run): Promise<void> {
  const { rows } = await sql<{ statement_id: string }>`
    update commission_statements s set state = 'closed', closed_at = ${ctx.now}, total_cents = ${totalOf}
    where state = 'open' and month <= ${month}::date returning statement_id`.execute(ctx.db)
  for (const { statement_id } of rows) await tellClosed(ctx.db, statement_id, ctx.now)
  await writeAudit(ctx, {
    action: 'commissionRun.close',
    entity: 'commissionRun',
    entityId: runId,
    details: { month: month.slice(0, 7), statements: rows.length },
  })
}

const finish = (ctx: Ctx, run: Run) =>
  inTransaction(ctx, async (ctx) => {
    await sql`set local statement_timeout = '10min'`.execute(ctx.db)
    const ended = await ctx.db
      .updateTable('commission_runs')
      .set({ state: 'done', finished_at: ctx.now })
      .where('run_id', '=', run.runId)
      .where('state', '=', 'running')
      .returning('run_id')
      .executeTakeFirst()
    if (ended && run.isClosing) await closeMonth(ctx, run)
  })

async function nextPart(ctx: Ctx, { runId }: Run): Promise<Part | undefined> {
  const { rows } = await sql<Part>`select first_policy_id as first, next_policy_id as next from commission_run_parts
    where run_id = ${runId} and not is_done order by first_policy_id limit 1`.execute(ctx.db)
  return rows[0]
}

/**
 * The monthly run: reckons all open lines of a month and closes it, part by part. It may be called again at any time, also after
 * its process was killed: what is done is not done twice, and the same again comes to the same cents.
 */
export async function runMonth(
  ctx: Ctx,
  runId: string,
  { signal, size = policiesPerPart }: { signal?: AbortSignal | undefined; size?: number } = {},
): Promise<void> {
  const run = await ctx.db
    .selectFrom('commission_runs')
    .select(['run_id as runId', 'month', 'is_closing as isClosing'])
    .where('run_id', '=', runId)
    .executeTakeFirst()
  if (!run) return
  await divide(ctx, run, size)
  for (let part = await nextPart(ctx, run); part; part = await nextPart(ctx, run)) {
    signal?.throwIfAborted()
    if (!(await reckonPart(ctx, run, part))) await setTimeout(pauseMs, undefined, { signal })
  }
  await finish(ctx, run)
}

/** A run that was tried often enough is given up with its reason, so that another one can be started. */
export const giveUpRun = (ctx: Pick<Ctx, 'db' | 'now'>, runId: string, error: unknown) =>
  ctx.db
    .updateTable('commission_runs')
    .set({ state: 'failed', finished_at: ctx.now, error: String(error).slice(0, 500) })
    .where('run_id', '=', runId)
    .where('state', 'in', ['queued', 'running'])
    .execute()
