import type { CommissionAdjustment } from '@tideline/sdk/types'
import { type Kysely, sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../http/api-error.ts'
import { type Collection, containsTextSql, findCollectionRow, idsCondition } from '../http/collection.ts'
import { type Ctx, getActorName } from '../http/context.ts'
import { toCents, toDollars } from '../http/money.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'

export type Adjustment = Operations['getAdminCommissionAdjustment']['response']

interface Row {
  adjustment_id: string
  statement_id: string
  agency_no: string
  description: string
  adjustment_cents: number
  private_notes: string
  created_at: Date
  created_by: string | null
  carried_from_statement_id: string | null
}

export const adminAdjustmentCollection: Collection<'listAdminCommissionAdjustments', Row> = {
  name: 'commissionAdjustments',
  from: sql`commission_adjustments d join commission_statements s using (statement_id) join agencies a using (agency_id)`,
  columns: sql`d.*, a.agency_no`,
  id: sql`d.adjustment_id`,
  sorts: { createdAt: sql`d.created_at`, adjustmentAmount: sql`d.adjustment_cents`, id: sql`d.adjustment_id` },
  filters: {
    q: (text) => containsTextSql(sql`d.description`, text),
    statementId: (id) => sql`d.statement_id = ${id}`,
    agencyNo: (no) => sql`a.agency_no = ${no}`,
    id: (ids) => idsCondition(sql`d.adjustment_id`, ids),
  },
  present: (row) => ({
    id: row.adjustment_id,
    statementId: row.statement_id,
    agencyNo: row.agency_no,
    description: row.description,
    adjustmentAmount: toDollars(row.adjustment_cents),
    privateNotes: row.private_notes || null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by ?? '',
    carriedFromStatementId: row.carried_from_statement_id,
  }),
}

/** Converts an adjustment to the specification's field names (API-1). */
export const toAdjustmentResponse = ({ id, agencyNo: _, ...adjustment }: Adjustment): CommissionAdjustment => ({
  adjustementId: id,
  ...adjustment,
})

/** Returns the adjustments of a statement, oldest first. */
export async function getAdjustments(db: Kysely<DB>, statementId: string): Promise<CommissionAdjustment[]> {
  const { rows } = await sql<Row>`
    select ${adminAdjustmentCollection.columns} from ${adminAdjustmentCollection.from} where d.statement_id = ${statementId}
    order by d.created_at, d.adjustment_id limit 1000`.execute(db)
  return rows.map((row) => toAdjustmentResponse(adminAdjustmentCollection.present(row)))
}

export async function requireAdjustment(ctx: Ctx, id: string): Promise<Adjustment> {
  const found = await findCollectionRow(ctx.db, adminAdjustmentCollection, id)
  if (!found) throw createNotFoundError({ adjustment: id })
  return found
}

/**
 * Locks a statement and checks that it is open. Corrections to a closed statement must be added to the open month's
 * statement (COM-3).
 * @throws {ApiError} 404 if the statement does not exist; 409 if it is closed
 */
export async function requireOpenStatement(ctx: Ctx, statementId: string): Promise<void> {
  const statement = await ctx.db
    .selectFrom('commission_statements')
    .select('state')
    .where('statement_id', '=', statementId)
    .forUpdate()
    .executeTakeFirst()
  if (!statement) throw createNotFoundError({ statementId })
  if (statement.state !== 'open')
    throw createConflictError('statement_closed', 'The statement was closed. Add corrections to the open month.')
}

/**
 * Throws 409 if the adjustment carries over a balance from another statement. Carried balances cannot be changed
 * manually.
 */
function requireManual({ carriedFromStatementId }: Adjustment): void {
  if (carriedFromStatementId !== null)
    throw createConflictError(
      'carried_balance',
      'This line is the balance of an earlier statement. Add an adjustment instead.',
    )
}

interface Input {
  description: string
  adjustmentAmount: number
  privateNotes?: string | null | undefined
}

function getColumns({ description, adjustmentAmount, privateNotes }: Input) {
  const adjustment_cents = toCents(adjustmentAmount, 'adjustmentAmount')
  if (adjustment_cents === 0)
    throw createUnprocessableError(
      'missing_amount',
      'adjustmentAmount: enter an amount above or below 0.',
      'adjustmentAmount',
    )
  if (!description.trim())
    throw createUnprocessableError('missing_description', 'description: enter a description.', 'description')
  return { description: description.trim(), adjustment_cents, private_notes: privateNotes ?? '' }
}

const audit = (ctx: Ctx, action: string, id: string, details: Record<string, unknown> = {}) =>
  writeAuditEntry(ctx, {
    action: `commissionAdjustment.${action}`,
    entity: 'commissionAdjustment',
    entityId: id,
    details,
  })

export const createAdjustment = (ctx: Ctx, statementId: string, input: Input): Promise<Adjustment> =>
  runInTransaction(ctx, async (ctx) => {
    await requireOpenStatement(ctx, statementId)
    const { adjustment_id: id } = await ctx.db
      .insertInto('commission_adjustments')
      .values({ statement_id: statementId, ...getColumns(input), created_by: getActorName(ctx.actor) })
      .returning('adjustment_id')
      .executeTakeFirstOrThrow()
    await audit(ctx, 'create', id, { amount: input.adjustmentAmount })
    return requireAdjustment(ctx, id)
  })

export const updateAdjustment = (ctx: Ctx, id: string, input: Input): Promise<Adjustment> =>
  runInTransaction(ctx, async (ctx) => {
    const before = await requireAdjustment(ctx, id)
    await requireOpenStatement(ctx, before.statementId)
    requireManual(before)
    await ctx.db.updateTable('commission_adjustments').set(getColumns(input)).where('adjustment_id', '=', id).execute()
    await audit(ctx, 'update', id, { amount: input.adjustmentAmount })
    return requireAdjustment(ctx, id)
  })

export const deleteAdjustment = (ctx: Ctx, id: string): Promise<Adjustment> =>
  runInTransaction(ctx, async (ctx) => {
    const before = await requireAdjustment(ctx, id)
    await requireOpenStatement(ctx, before.statementId)
    requireManual(before)
    await ctx.db.deleteFrom('commission_adjustments').where('adjustment_id', '=', id).execute()
    await audit(ctx, 'delete', id)
    return before
  })
