import type { ParentOverride, ParentOverrideCreate, ParentOverrides } from '@tideline/sdk/types'
import { products } from '@tideline/sdk/words'
import { type Kysely, sql } from 'kysely'
import { type Agency, findAgency, requireAgency } from '../agencies/store.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { addDays, addMonths } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import type { DB } from '../db/schema.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getActorName, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { assertOpenMonth, getFirstOpenDate } from './closed-months.ts'
import { findOverlappingPeriod, type OverridePeriod } from './override-periods.ts'

interface Row {
  id: string
  parent_id: string
  parent_no: string
  parent_name: string
  product_id: number | null
  points: number
  from: string
  to: string | null
  created_at: Date
  created_by: string
}

const readRows = async (db: Kysely<DB>, agencyId: string): Promise<Row[]> =>
  (
    await sql<Row>`
      select o.commission_override_id as id, o.parent_agency_id as parent_id, a.agency_no as parent_no, a.company as parent_name,
        o.product_id, o.rate_basis_points as points, o.effective_from as "from", o.effective_to as "to",
        o.created_at, coalesce(o.created_by, '') as created_by
      from commission_overrides o join agencies a on a.agency_id = o.parent_agency_id
      where o.agency_id = ${agencyId}
      order by a.agency_no, o.product_id nulls first, o.effective_from desc limit 1000`.execute(db)
  ).rows

const present = (row: Row): ParentOverride => ({
  overrideId: row.id,
  parentAgencyNo: row.parent_no,
  parentAgencyName: row.parent_name,
  productId: row.product_id as ParentOverride['productId'],
  rate: row.points / 10_000,
  effectiveFrom: row.from,
  effectiveTo: row.to,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
})

/** Returns the parent agencies of an agency, starting with the direct parent. */
const readParents = async (db: Kysely<DB>, agencyId: string) =>
  (
    await sql<{ id: string; agencyNo: string; agencyName: string }>`
      select up.agency_id as id, up.agency_no as "agencyNo", up.company as "agencyName"
      from agencies a, unnest(a.path) with ordinality above (agency_id, place) join agencies up using (agency_id)
      where a.agency_id = ${agencyId} and up.agency_id <> a.agency_id order by above.place desc`.execute(db)
  ).rows

/** Returns the agency with this number. Throws 404. */
async function requireAgencyByNumber(ctx: Pick<Ctx, 'db'>, agencyNo: string): Promise<Agency> {
  const agency = await findAgency(ctx.db, agencyNo)
  if (!agency) throw createNotFoundError({ agencyNo })
  return agency
}

/**
 * Returns the parent agencies of an agency and their overrides on its premium, including ended overrides. Throws 404.
 */
export async function getParentOverrides(ctx: Pick<Ctx, 'db'>, agencyNo: string): Promise<ParentOverrides> {
  const { agencyId, company } = await requireAgencyByNumber(ctx, agencyNo)
  const parents = await readParents(ctx.db, agencyId)
  return {
    agencyNo,
    agencyName: company,
    firstOpenDate: await getFirstOpenDate(ctx, [agencyId]),
    parents: parents.map(({ agencyNo, agencyName }) => ({ agencyNo, agencyName })),
    overrides: (await readRows(ctx.db, agencyId)).map(present),
  }
}

const describeProduct = (id: number | null) => products.find((product) => product.id === id)?.name ?? 'all products'

/**
 * Throws 409 if a parent agency already has an override for the same product and period. The message describes the
 * existing override.
 */
function assertNoOverlap(
  rows: readonly Row[],
  agencyNo: string,
  input: Pick<Row, 'parent_id' | 'product_id'> & OverridePeriod,
) {
  const same = rows.filter((row) => row.parent_id === input.parent_id && row.product_id === input.product_id)
  const other = findOverlappingPeriod(same, input)
  if (!other) return
  const from = formatUsDate(other.from)
  const period = other.to === null ? `starting ${from}` : `from ${from} to ${formatUsDate(other.to)}`
  throw createConflictError(
    'overrides_overlap',
    `Agency ${other.parent_no} already earns ${other.points / 100}% on ${describeProduct(other.product_id)} of agency ${agencyNo} ${period}. End that override first, or start after it.`,
    'effectiveFrom',
  )
}

/** Returns the last closed month of the agency and its parent agency, if any. Closed months must not change (COM-3). */
async function lastClosedMonth({ db }: TransactionContext, agencyIds: readonly string[]): Promise<string | undefined> {
  // Locks the statements until the transaction ends so that no month of these agencies can be closed at the same time.
  const { rows } = await sql<{ month: string; state: string }>`
    select month, state from commission_statements where agency_id = any(${agencyIds}::uuid[])
    order by agency_id, month for share`.execute(db)
  return rows
    .filter(({ state }) => state !== 'open')
    .map(({ month }) => month)
    .toSorted()
    .at(-1)
}

const describeMonth = (month: string) => `${month.slice(5, 7)}/${month.slice(0, 4)}`

/**
 * Locks an agency's overrides, so that only one change at a time is possible. The second of two concurrent changes sees
 * the result of the first.
 */
const lockAgencyOverrides = (ctx: Ctx, agencyId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('overrides of ' || ${agencyId}))`.execute(ctx.db)

const audit = (ctx: Ctx, action: 'create' | 'end' | 'remove', id: string, details: Record<string, unknown>) =>
  writeAuditEntry(ctx, { action: `parentOverride.${action}`, entity: 'parentOverride', entityId: id, details })

/**
 * Creates an override for a parent agency on an agency's premium (COM-8).
 *
 * @throws 404; 422 if the agency is not a parent or the month is closed; 409 for an overlapping override
 */
export const createParentOverride = (
  ctx: Ctx,
  agencyNo: string,
  input: ParentOverrideCreate,
): Promise<ParentOverrides> =>
  runInTransaction(ctx, async (ctx) => {
    const { agencyId } = await requireAgencyByNumber(ctx, agencyNo)
    const parent = await requireAgency(ctx.db, input.parentAgencyNo, 'parentAgencyNo')
    await lockAgencyOverrides(ctx, agencyId)
    const parents = await readParents(ctx.db, agencyId)
    if (!parents.some(({ id }) => id === parent.agencyId))
      throw createUnprocessableError(
        'not_a_parent',
        `parentAgencyNo: agency ${input.parentAgencyNo} is not above agency ${agencyNo}.`,
        'parentAgencyNo',
      )
    const { effectiveFrom: from, effectiveTo: to = null } = input
    if (to !== null && to < from)
      throw createUnprocessableError(
        'stop_before_start',
        `effectiveTo: the override starts on ${formatUsDate(from)}.`,
        'effectiveTo',
      )
    await assertOpenMonth(ctx, [agencyId, parent.agencyId], 'effectiveFrom', from)
    const period = { parent_id: parent.agencyId, product_id: input.productId, from, to }
    assertNoOverlap(await readRows(ctx.db, agencyId), agencyNo, period)
    const { id } = await ctx.db
      .insertInto('commission_overrides')
      .values({
        agency_id: agencyId,
        parent_agency_id: parent.agencyId,
        product_id: input.productId,
        rate_basis_points: Math.round(input.rate * 10_000),
        effective_from: from,
        effective_to: to,
        created_by: getActorName(ctx.actor),
        created_at: ctx.now,
      })
      .returning('commission_override_id as id')
      .executeTakeFirstOrThrow()
    await audit(ctx, 'create', id, { agencyNo, ...input })
    return getParentOverrides(ctx, agencyNo)
  })

/** Returns an override of an agency and locks the agency's overrides against concurrent changes. Throws 404. */
async function requireRow(ctx: Ctx, agencyNo: string, overrideId: string) {
  const { agencyId } = await requireAgencyByNumber(ctx, agencyNo)
  await lockAgencyOverrides(ctx, agencyId)
  const rows = await readRows(ctx.db, agencyId)
  const row = rows.find(({ id }) => id === overrideId)
  if (!row) throw createNotFoundError({ overrideId })
  return { agencyId, row, others: rows.filter((other) => other !== row) }
}

/**
 * Sets the last date of an override. The override stays in the list after it ends.
 * @throws {ApiError} 404 if the override does not exist; 422 if the last date is before the first one; 409 if the
 * change affects a closed month or overlaps another override
 */
export const endParentOverride = (
  ctx: Ctx,
  agencyNo: string,
  overrideId: string,
  to: string,
): Promise<ParentOverrides> =>
  runInTransaction(ctx, async (ctx) => {
    const { agencyId, row, others } = await requireRow(ctx, agencyNo, overrideId)
    if (to < row.from)
      throw createUnprocessableError(
        'stop_before_start',
        `effectiveTo: the override starts on ${formatUsDate(row.from)}. To remove it entirely, delete it.`,
        'effectiveTo',
      )
    const closed = await lastClosedMonth(ctx, [agencyId, row.parent_id])
    const lastSettled = closed === undefined ? undefined : addDays(addMonths(closed, 1), -1)
    const settles = (end: string | null) => lastSettled !== undefined && end !== null && end < lastSettled
    if (closed !== undefined && lastSettled !== undefined && (settles(to) || settles(row.to)))
      throw createConflictError(
        'statement_closed',
        settles(row.to)
          ? `effectiveTo: it ended on ${formatUsDate(row.to ?? '')}, and ${describeMonth(closed)} is closed. Add a new override.`
          : `effectiveTo: ${describeMonth(closed)} is closed. The earliest end date is ${formatUsDate(lastSettled)}.`,
        'effectiveTo',
      )
    assertNoOverlap(others, agencyNo, { ...row, to })
    await ctx.db
      .updateTable('commission_overrides')
      .set({ effective_to: to })
      .where('commission_override_id', '=', overrideId)
      .execute()
    await audit(ctx, 'end', overrideId, { agencyNo, before: row.to, effectiveTo: to })
    return getParentOverrides(ctx, agencyNo)
  })

/**
 * Deletes an override that was not in effect in a closed month.
 *
 * @throws {ApiError} 404 if the override does not exist; 409 if it was in effect in a closed month
 */
export const removeParentOverride = (ctx: Ctx, agencyNo: string, overrideId: string): Promise<ParentOverrides> =>
  runInTransaction(ctx, async (ctx) => {
    const { agencyId, row } = await requireRow(ctx, agencyNo, overrideId)
    const closed = await lastClosedMonth(ctx, [agencyId, row.parent_id])
    if (closed !== undefined && row.from < addMonths(closed, 1))
      throw createConflictError(
        'override_used',
        `It was used in ${describeMonth(closed)}, which is closed. End it instead.`,
      )
    await ctx.db.deleteFrom('commission_overrides').where('commission_override_id', '=', overrideId).execute()
    await audit(ctx, 'remove', overrideId, { agencyNo, ...present(row) })
    return getParentOverrides(ctx, agencyNo)
  })
