import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { addMonths } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { pendingJobCondition } from '../outbox/pending-job.ts'
import { calculateCommission, storeEarningAgencies, toUuidArray } from './calculate-commission.ts'
import { closeLockedStatements, type OpenStatement } from './close-statement.ts'

/**
 * Number of policies in one chunk of a run. Each chunk is one database transaction of a few seconds, so little work is
 * lost if the process stops.
 */
const policiesPerTransaction = 5_000
/** Number of chunks that are processed in parallel. While the database writes one chunk, it can calculate the other. */
const parallelParts = 2
const pauseMs = 100

interface Run {
  runId: string
  month: string
  isClosing: boolean
}

interface Part {
  first: string
  next: string | null
}

/**
 * Selects the policies to recalculate: policies with premium in the month, and policies with lines on open statements
 * up to this month. If a chunk is given, selects only policies of that chunk.
 */
const selectAffectedPolicies = ({ month }: Run, { first, next }: Partial<Part> = {}) => {
  const ofPart = (policyId: RawBuilder<string>) =>
    first === undefined ? sql`true` : sql`${policyId} >= ${first} and ${next ? sql`${policyId} < ${next}` : sql`true`}`
  return sql`(
    select policy_id from policy_transactions where tnx_gross_premium_cents <> 0
      and accounting_date >= ${month}::date and accounting_date < ${addMonths(month, 1)}::date and ${ofPart(sql`policy_id`)}
    union
    select policy_id from commission_lines l
      where (select s.state = 'open' and s.month <= ${month}::date from commission_statements s where s.statement_id = l.statement_id)
      and ${ofPart(sql`policy_id`)})`
}

/**
 * Splits a queued run into chunks. Does nothing if the run was already split. A resumed run then continues with the
 * remaining chunks.
 */
const createParts = (ctx: Ctx, run: Run, size: number) =>
  runInTransaction(ctx, async ({ db }) => {
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
      insert into commission_run_parts (run_id, first_policy_id, next_policy_id, policy_count)
      select ${run.runId}, policy_id, lead(policy_id) over (order by policy_id),
        least(${size}::int, total - place + 1)
      from (select policy_id, row_number() over (order by policy_id) as place, count(*) over () as total
        from ${selectAffectedPolicies(run)} touched) counted
      where place % ${size}::int = 1 or ${size}::int = 1`.execute(db)
  })

/**
 * Returns the first open chunk and locks it until the transaction ends. Skips chunks that another process has locked.
 */
async function lockNextPart(trx: Transaction<DB>, { runId }: Run): Promise<Part | undefined> {
  const { rows } = await sql<Part>`select first_policy_id as first, next_policy_id as next from commission_run_parts
    where run_id = ${runId} and not is_done order by first_policy_id limit 1 for update skip locked`.execute(trx)
  return rows[0]
}

/**
 * Recalculates the unlocked policies of the next chunk. Locked policies are left for the next attempt, to avoid
 * deadlocks.
 */
const calculatePart = (ctx: Ctx, run: Run): Promise<'done' | 'some left' | 'no part'> =>
  runInTransaction(ctx, async ({ db }) => {
    // Commits without waiting for the disk. If a server crash loses this part, the part is not marked as done either
    // and is repeated. Only the transaction that finishes the run waits for the disk.
    await sql`set local statement_timeout = '2min'; set local synchronous_commit = off`.execute(db)
    const part = await lockNextPart(db, run)
    if (!part) return 'no part'
    const { rows } = await sql<{ id: string; isFree: boolean }>`
      with touched as materialized ${selectAffectedPolicies(run, part)},
      free as (
        select policy_id from policies where policy_id in (select policy_id from touched)
        order by policy_id for no key update skip locked)
      select policy_id as id, free.policy_id is not null as "isFree"
      from touched left join free using (policy_id)`.execute(db)
    const ids = rows.filter(({ isFree }) => isFree).map(({ id }) => id)
    await storeEarningAgencies(db, sql`t.policy_id = any(${toUuidArray(ids)})`)
    await calculateCommission(db, ids)
    if (ids.length < rows.length) return 'some left'
    await sql`update commission_run_parts set is_done = true
      where run_id = ${run.runId} and first_policy_id = ${part.first}`.execute(db)
    return 'done'
  })

/** Recalculates chunks until other processes have locked all remaining chunks. */
async function calculateParts(ctx: Ctx, run: Run, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const outcome = await calculatePart(ctx, run)
    if (outcome === 'no part') return
    if (outcome === 'some left') await setTimeout(pauseMs, undefined, { signal })
  }
}

/**
 * Closes all open statements of the month and of earlier months. Transactions posted during the run have already added
 * their own lines.
 */
async function closeMonth(ctx: TransactionContext, { runId, month }: Run): Promise<void> {
  // Locks statements in the same order as transactions that add lines, which avoids deadlocks.
  const { rows } = await sql<OpenStatement>`
    select statement_id as "statementId", agency_id as "agencyId", month from commission_statements
    where state = 'open' and month <= ${month}::date order by agency_id, month for update`.execute(ctx.db)
  await closeLockedStatements(ctx, rows)
  await writeAuditEntry(ctx, {
    action: 'commissionRun.close',
    entity: 'commissionRun',
    entityId: runId,
    details: { month: month.slice(0, 7), statements: rows.length },
  })
}

/** Returns whether the run has unfinished chunks. */
const hasOpenParts = async (ctx: Ctx, { runId }: Run): Promise<boolean> =>
  (await ctx.db
    .selectFrom('commission_run_parts')
    .select('first_policy_id')
    .where('run_id', '=', runId)
    .where('is_done', '=', false)
    .limit(1)
    .executeTakeFirst()) !== undefined

const finish = (ctx: Ctx, run: Run): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
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

/**
 * Recalculates all open lines of a month in chunks, and closes the month if requested. Can be repeated after a crash:
 * finished chunks are skipped, and a repeated calculation has the same result.
 */
export async function processCommissionRun(
  ctx: Ctx,
  runId: string,
  { signal, size = policiesPerTransaction }: { signal?: AbortSignal | undefined; size?: number } = {},
): Promise<void> {
  const run = await ctx.db
    .selectFrom('commission_runs')
    .select(['run_id as runId', 'month', 'is_closing as isClosing'])
    .where('run_id', '=', runId)
    .executeTakeFirst()
  if (!run) return
  await createParts(ctx, run, size)
  while (await hasOpenParts(ctx, run)) {
    const ended = await Promise.allSettled(
      Array.from({ length: parallelParts }, () => calculateParts(ctx, run, signal)),
    )
    for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason
    // The locks of the remaining parts can belong to a process that has failed but whose failure was not detected yet.
    if (await hasOpenParts(ctx, run)) await setTimeout(pauseMs, undefined, { signal })
  }
  await finish(ctx, run)
}

/** Marks a run as failed, with the reason, after too many attempts. Another run can then be started. */
export const failCommissionRun = (ctx: Pick<Ctx, 'db' | 'now'>, runId: string, error: unknown) =>
  ctx.db
    .updateTable('commission_runs')
    .set({ state: 'failed', finished_at: ctx.now, error: String(error).slice(0, 500) })
    .where('run_id', '=', runId)
    .where('state', 'in', ['queued', 'running'])
    .execute()

/** Marks runs without a pending job as failed. Returns the number of these runs. */
export async function failStuckCommissionRuns({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const failed = await db
    .updateTable('commission_runs as r')
    .set({ state: 'failed', finished_at: now, error: 'The run stopped unexpectedly. Start it again.' })
    .where('state', 'in', ['queued', 'running'])
    .where(({ not }) => not(pendingJobCondition('run-commissions', 'runId', sql`r.run_id`)))
    .executeTakeFirst()
  return Number(failed.numUpdatedRows)
}
