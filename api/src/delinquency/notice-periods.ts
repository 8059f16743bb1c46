import type { AdminNoticePeriod, AdminNoticePeriodCreate, AdminNoticePeriodUpdate } from '@tideline/sdk/types'
import { findProduct } from '@tideline/sdk/words'
import { sql } from 'kysely'
import { createPendingApprovalError, submitForApproval } from '../approvals/approvals.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError, createNotFoundError } from '../http/api-error.ts'
import { type Collection, findCollectionRow, idsCondition } from '../http/collection.ts'
import { type Ctx, getActorName, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { getNoticePeriod, type NoticePeriod } from './decide-steps.ts'
import { isShorterNotice } from './notice-period-changes.ts'
import { readDelinquencyPlans, readNoticePeriods } from './read-plan.ts'

interface Row extends Omit<AdminNoticePeriod, 'updatedAt'> {
  updatedAt: Date | null
}

/** Notice periods by state, product and reason. */
export const adminNoticePeriodCollection: Collection<'listAdminNoticePeriods', Row> = {
  name: 'noticePeriods',
  from: sql`notice_periods n`,
  columns: sql`n.notice_period_id as id, n.state, n.product_id as "productId", n.reason, n.notice_days as "noticeDays",
    n.is_flat_allowed as "isFlatAllowed", n.source, n.updated_at as "updatedAt", n.updated_by_name as "updatedBy"`,
  id: sql`n.notice_period_id`,
  sorts: { state: sql`n.state` },
  filters: {
    state: (state) => sql`n.state = ${state}`,
    reason: (reason) => sql`n.reason = ${reason}`,
    id: (ids) => idsCondition(sql`n.notice_period_id`, ids),
  },
  present: ({ updatedAt, ...row }) => ({ ...row, updatedAt: updatedAt?.toISOString() ?? null }),
}

/** Returns a notice period. Throws 404. */
export async function requireNoticePeriod(ctx: Pick<Ctx, 'db'>, id: string): Promise<AdminNoticePeriod> {
  const found = await findCollectionRow(ctx.db, adminNoticePeriodCollection, id)
  if (!found) throw createNotFoundError({ noticePeriod: id })
  return found
}

type Period = Pick<AdminNoticePeriod, 'id'> & AdminNoticePeriodCreate

const toPeriod = ({ id, state, productId, reason, noticeDays, isFlatAllowed, source }: Period): Period => ({
  ...{ id, state, productId, reason, noticeDays, isFlatAllowed, source },
})

/** Returns a display name for a notice period, for example "FL, past due". Approvals and the audit log use it. */
const formatName = ({ state, productId, reason }: Period) =>
  [state, reason === 'pastDue' ? 'past due' : 'not taken', ...(productId ? [findProduct(productId)?.name] : [])].join(
    ', ',
  )

/** A change of one notice period. `before` is null for a new period, and `after` is null for a removed one. */
interface PeriodChange {
  before: Period | null
  after: Period | null
}

/** Locks all notice periods, so that concurrent changes run one after the other. */
const lockPeriods = ({ db }: TransactionContext) =>
  sql`select pg_advisory_xact_lock(hashtext('notice periods'))`.execute(db)

async function writePeriod(ctx: TransactionContext, { before, after }: PeriodChange): Promise<void> {
  const about = after ?? before
  if (!about) return
  if (after === null) await ctx.db.deleteFrom('notice_periods').where('notice_period_id', '=', about.id).execute()
  else {
    const columns = {
      ...{ notice_days: after.noticeDays, is_flat_allowed: after.isFlatAllowed, source: after.source },
      ...{ updated_at: ctx.now, updated_by_name: getActorName(ctx.actor) },
    }
    const key = { state: after.state, product_id: after.productId, reason: after.reason }
    if (before)
      await ctx.db.updateTable('notice_periods').set(columns).where('notice_period_id', '=', after.id).execute()
    else
      await ctx.db
        .insertInto('notice_periods')
        .values({ notice_period_id: after.id, ...key, ...columns })
        .execute()
  }
  const action = after === null ? 'delete' : before === null ? 'create' : 'update'
  await writeAuditEntry(ctx, {
    ...{ action: `noticePeriod.${action}`, entity: 'noticePeriod', entityId: formatName(about) },
    details: { before, after },
  })
}

/** Returns whether a change shortens policies' notice or newly allows flat cancellations (DEL-17). */
async function requiresApproval(ctx: TransactionContext, { before, after }: PeriodChange): Promise<boolean> {
  const about = after ?? before
  if (!about) return false
  const versions = await readDelinquencyPlans(ctx.db)
  const active = versions.filter(({ state }) => state === 'active')
  // The default notice days of the product's plan apply where no row does.
  const plans = active.length > 0 ? active : versions.slice(0, 1)
  const rows = await readNoticePeriods(ctx.db)
  const isSame = (one: Pick<NoticePeriod, 'state' | 'productId' | 'reason'>) =>
    one.state === about.state && one.productId === about.productId && one.reason === about.reason
  const changed = [...rows.filter((row) => !isSame(row)), ...(after ? [after] : [])]
  return plans.some(({ defaultNoticeDays }) => {
    const find = (periods: typeof rows) =>
      // Id -1 represents a product that has no row of its own and uses the row for all products.
      getNoticePeriod(periods, { ...about, productId: about.productId ?? -1 }, defaultNoticeDays)
    return isShorterNotice(find(rows), find(changed))
  })
}

const describePeriod = (period: Period | null) =>
  period
    ? {
        'Notice days': String(period.noticeDays),
        'Flat cancellation': period.isFlatAllowed ? 'Yes' : 'No',
        Source: period.source,
      }
    : {}

/** Applies a change, or submits it for approval. Returns whether it is pending. */
async function applyOrSubmit(ctx: TransactionContext, change: PeriodChange): Promise<boolean> {
  const about = change.after ?? change.before
  if (about && (await requiresApproval(ctx, change))) {
    const [before, after]: Record<string, string>[] = [describePeriod(change.before), describePeriod(change.after)]
    const changes = ['Notice days', 'Flat cancellation', 'Source'].map((field) => ({
      ...{ field, before: before?.[field] ?? '', after: after?.[field] ?? '' },
    }))
    const request = { kind: 'noticePeriod', entityId: formatName(about), role: 'superuser' } as const
    if (await submitForApproval(ctx, { ...request, changes, payload: change })) return true
  }
  await writePeriod(ctx, change)
  return false
}

/**
 * Applies a change of a notice period that a second person has approved.
 * @throws {ApiError} 409 if the notice period was changed after the request
 */
export async function applyNoticePeriod(ctx: TransactionContext, _name: string, change: PeriodChange): Promise<void> {
  await lockPeriods(ctx)
  const about = change.after ?? change.before
  const current = about && (await findPeriod(ctx, about))
  if (JSON.stringify(current ? toPeriod(current) : null) !== JSON.stringify(change.before))
    throw createConflictError(
      'concurrent_change',
      'The notice period has changed since this request was made. Decline the request.',
    )
  await writePeriod(ctx, change)
}

/** Returns the notice period with the same state, product and reason. */
async function findPeriod(
  { db }: Pick<Ctx, 'db'>,
  { state, productId, reason }: Pick<Period, 'state' | 'productId' | 'reason'>,
): Promise<AdminNoticePeriod | undefined> {
  const { rows } = await sql<{ id: string }>`select notice_period_id as id from notice_periods
    where state = ${state} and reason = ${reason} and product_id is not distinct from ${productId}`.execute(db)
  return rows[0] && findCollectionRow(db, adminNoticePeriodCollection, rows[0].id)
}

async function change<Result>(
  ctx: Ctx,
  work: (ctx: TransactionContext) => Promise<{ change: PeriodChange; read: (ctx: Pick<Ctx, 'db'>) => Promise<Result> }>,
): Promise<Result> {
  const result = await runInTransaction(ctx, async (ctx) => {
    await lockPeriods(ctx)
    const { change, read } = await work(ctx)
    return (await applyOrSubmit(ctx, change)) ? undefined : { value: await read(ctx) }
  })
  if (!result) throw createPendingApprovalError()
  return result.value
}

/**
 * Adds a notice period.
 * @throws {ApiError} 409 if one for the same state, product and reason exists, or if the change is pending approval
 */
export const createNoticePeriod = (ctx: Ctx, input: AdminNoticePeriodCreate): Promise<AdminNoticePeriod> =>
  change(ctx, async (ctx) => {
    if (await findPeriod(ctx, input))
      throw createConflictError('already_exists', 'A notice period for this state, product and reason already exists.')
    const id = crypto.randomUUID()
    return { change: { before: null, after: toPeriod({ id, ...input }) }, read: (ctx) => requireNoticePeriod(ctx, id) }
  })

/**
 * Changes the days of a notice period. Existing notices keep their days.
 * @throws {ApiError} 404 if it does not exist; 409 if the change is pending approval
 */
export const updateNoticePeriod = (ctx: Ctx, id: string, input: AdminNoticePeriodUpdate): Promise<AdminNoticePeriod> =>
  change(ctx, async (ctx) => {
    const before = toPeriod(await requireNoticePeriod(ctx, id))
    return {
      change: { before, after: toPeriod({ ...before, ...input }) },
      read: (ctx) => requireNoticePeriod(ctx, id),
    }
  })

/**
 * Removes a notice period.
 * @throws {ApiError} 404 if it does not exist; 409 if the change is pending approval
 */
export const deleteNoticePeriod = (ctx: Ctx, id: string): Promise<AdminNoticePeriod> =>
  change(ctx, async (ctx) => {
    const found = await requireNoticePeriod(ctx, id)
    return { change: { before: toPeriod(found), after: null }, read: async () => found }
  })
