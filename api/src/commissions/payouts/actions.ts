import type { PayoutBatch } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { isIndependentApprover } from '../../approvals/independent-approver.ts'
import { writeAuditEntry } from '../../audit/audit.ts'
import { formatUsDate } from '../../calendar/format-date.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../../http/api-error.ts'
import { type Ctx, getActorName, type TransactionContext } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { statementPaidEvent } from '../events.ts'
import { earlierBatchNo, findApprovalReasons, getApprovalLimitCents, getPersonId } from './approval.ts'
import { fingerprintAccount, type Payee, readBankAccount } from './bank-account.ts'
import { createWrongStatusError, lockBatch, payoutTimeZoneState, requireBatch } from './batches.ts'

const audit = (ctx: TransactionContext, action: string, batchId: string, details: Record<string, unknown> = {}) =>
  writeAuditEntry(ctx, { action: `payoutBatch.${action}`, entity: 'payoutBatch', entityId: batchId, details })

interface LockedStatement extends Payee {
  statement_id: string
  month: string
  state: string
  total_cents: number
  batch_no: number | null
  /** Number of the latest earlier batch that was marked as paid or whose ACH file was downloaded. */
  earlier_batch_no: number | null
}

/** Locks the statements until the transaction ends so that they cannot be added to two batches at the same time. */
async function lockStatements({ db }: TransactionContext, ids: readonly string[]): Promise<LockedStatement[]> {
  await sql`select from commission_statements where statement_id = any(${ids}::uuid[])
    order by agency_id, month for update`.execute(db)
  const { rows } = await sql<LockedStatement>`
    select s.statement_id, s.month, s.state, s.total_cents, a.agency_id, a.agency_no, a.bank_routing_no,
      a.bank_account_sealed, b.batch_no, ${earlierBatchNo} as earlier_batch_no
    from commission_statements s join agencies a using (agency_id)
    left join payout_items i on i.statement_id = s.statement_id and i.is_current
    left join payout_batches b using (payout_batch_id)
    where s.statement_id = any(${ids}::uuid[]) order by a.agency_no, s.month`.execute(db)
  return rows
}

function assertPayable(statement: LockedStatement): void {
  const { agency_no, month, state, total_cents, batch_no } = statement
  const name = `Statement ${month.slice(5, 7)}/${month.slice(0, 4)} of agency ${agency_no}`
  if (batch_no !== null)
    throw createConflictError('already_in_batch', `${name} is already in batch ${batch_no}.`, 'statementIds')
  if (state !== 'closed' || total_cents <= 0)
    throw createConflictError('not_payable', `${name} is not closed with an amount to pay.`, 'statementIds')
}

/**
 * Creates a batch of closed statements. A second person must approve it if it exceeds the approval limit in the settings
 * (COM-5), if an earlier batch may have paid one of its statements already (COM-9), or if the caller adjusted one of its
 * statements (COM-10), created its agency or changed its rates (COM-11), or posted one of its transactions (COM-12).
 * @throws {ApiError} 409 if a statement is not payable, is in another batch, or belongs to an agency without a bank
 * account
 */
export const createBatch = (ctx: Ctx, statementIds: readonly string[]): Promise<PayoutBatch> =>
  runInTransaction(ctx, async (ctx) => {
    const statements = await lockStatements(ctx, statementIds)
    const missing = statementIds.find((id) => !statements.some(({ statement_id }) => statement_id === id))
    if (missing) throw createConflictError('not_payable', `There is no statement ${missing}.`, 'statementIds')
    for (const statement of statements) assertPayable(statement)
    const { sealing } = ctx.keys
    const totalCents = statements.reduce((sum, { total_cents }) => sum + total_cents, 0)
    // The lock makes concurrent batches of one person count toward the limit.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`payoutBatch:${getPersonId(ctx)}`}, 0))`.execute(ctx.db)
    const needsApproval =
      totalCents > (await getApprovalLimitCents(ctx)) || (await findApprovalReasons(ctx, statementIds)).size > 0
    const { batchId } = await ctx.db
      .insertInto('payout_batches')
      .values({
        state: needsApproval ? 'pendingApproval' : 'ready',
        total_cents: totalCents,
        statement_count: statements.length,
        created_by: getPersonId(ctx),
        created_by_name: getActorName(ctx.actor),
        created_at: ctx.now,
      })
      .returning('payout_batch_id as batchId')
      .executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('payout_items')
      .values(
        statements.map((statement) => ({
          payout_batch_id: batchId,
          statement_id: statement.statement_id,
          amount_cents: statement.total_cents,
          account_fingerprint: fingerprintAccount(sealing, readBankAccount(sealing, statement, 'statementIds')),
          earlier_batch_no: statement.earlier_batch_no,
        })),
      )
      .execute()
    await audit(ctx, 'create', batchId, { total: toDollars(totalCents), statements: statements.length })
    return requireBatch(ctx.db, batchId)
  })

/**
 * Approves a batch as a second person.
 *
 * @throws {ApiError} 404 if the batch does not exist; 409 if it is not pending or the caller is not independent of its
 * creator (ACC-17)
 */
export const approveBatch = (ctx: Ctx, batchId: string): Promise<PayoutBatch> =>
  runInTransaction(ctx, async (ctx) => {
    const batch = await lockBatch(ctx, batchId)
    if (batch.state !== 'pendingApproval')
      throw createWrongStatusError(batch, 'Only a batch that is pending approval can be approved.')
    const people = { requesterId: batch.created_by, approverId: getPersonId(ctx), role: 'financeadmin' }
    if (!(await isIndependentApprover(ctx, people)))
      throw createConflictError(
        'requires_second_person',
        `Batch ${batch.batch_no} must be approved by a second person who is independent of its creator.`,
      )
    await ctx.db
      .updateTable('payout_batches')
      .set({
        state: 'ready',
        approved_by: getPersonId(ctx),
        approved_by_name: getActorName(ctx.actor),
        approved_at: ctx.now,
      })
      .where('payout_batch_id', '=', batchId)
      .execute()
    await audit(ctx, 'approve', batchId, { total: toDollars(batch.total_cents) })
    return requireBatch(ctx.db, batchId)
  })

/**
 * Voids an unpaid batch so that another batch can pay its statements.
 *
 * @throws {ApiError} 404 if the batch does not exist; 409 if it cannot be voided
 */
export const voidBatch = (ctx: Ctx, batchId: string, reason: string): Promise<PayoutBatch> =>
  runInTransaction(ctx, async (ctx) => {
    const batch = await lockBatch(ctx, batchId)
    if (batch.state !== 'pendingApproval' && batch.state !== 'ready')
      throw createWrongStatusError(batch, 'Only a batch that is not paid can be voided.')
    await ctx.db
      .updateTable('payout_batches')
      .set({ state: 'voided', void_reason: reason.trim(), voided_by_name: getActorName(ctx.actor), voided_at: ctx.now })
      .where('payout_batch_id', '=', batchId)
      .execute()
    await ctx.db.updateTable('payout_items').set({ is_current: false }).where('payout_batch_id', '=', batchId).execute()
    await audit(ctx, 'void', batchId, { reason: reason.trim() })
    return requireBatch(ctx.db, batchId)
  })

interface PaidStatement {
  payoutItemId: string
  statementId: string
  agencyId: string
  agencyNo: string
}

/** Marks a batch's statements as paid and publishes one event for each statement. */
async function payStatements(
  ctx: TransactionContext,
  batchId: string,
  paid: { paidOn: string; paymentReference: string },
) {
  const { rows } = await sql<PaidStatement>`
    select i.payout_item_id as "payoutItemId", s.statement_id as "statementId", a.agency_id as "agencyId", a.agency_no as "agencyNo"
    from payout_items i join commission_statements s using (statement_id) join agencies a using (agency_id)
    where i.payout_batch_id = ${batchId} and i.is_current order by s.agency_id, s.month for update of s`.execute(ctx.db)
  await ctx.db
    .updateTable('commission_statements')
    .set({ state: 'paid', paid_on: paid.paidOn, paid_reference: paid.paymentReference, payout_note: null })
    .where(
      'statement_id',
      'in',
      rows.map(({ statementId }) => statementId),
    )
    .execute()
  for (const statement of rows) await publishEvent(ctx, statementPaidEvent, { ...statement, ...paid })
}

/**
 * Marks a ready batch and its statements as paid. Does nothing if the batch is already marked as paid with this date
 * and reference.
 * @throws 404; 409 for a batch that is not ready; 422 for a date in the future or before the batch was created
 */
export const markBatchPaid = (
  ctx: Ctx,
  batchId: string,
  given: { paidOn: string; paymentReference: string },
): Promise<PayoutBatch> =>
  runInTransaction(ctx, async (ctx) => {
    const { paidOn } = given
    const paymentReference = given.paymentReference.trim()
    const batch = await lockBatch(ctx, batchId)
    if (batch.state === 'paid' && batch.paid_on === paidOn && batch.paid_reference === paymentReference)
      return requireBatch(ctx.db, batchId)
    if (batch.state !== 'ready')
      throw createWrongStatusError(batch, 'Only a batch that is ready can be marked as paid.')
    if (paidOn > getPropertyDate(ctx.now, payoutTimeZoneState))
      throw createUnprocessableError('date_in_future', 'paidOn: the payout date cannot be in the future.', 'paidOn')
    const created = getPropertyDate(batch.created_at, payoutTimeZoneState)
    if (paidOn < created)
      throw createUnprocessableError(
        'before_creation',
        `paidOn: the payout date cannot be before the batch was created, on ${formatUsDate(created)}.`,
        'paidOn',
      )
    await ctx.db
      .updateTable('payout_batches')
      .set({
        state: 'paid',
        paid_on: paidOn,
        paid_reference: paymentReference,
        paid_by_name: getActorName(ctx.actor),
        marked_paid_at: ctx.now,
      })
      .where('payout_batch_id', '=', batchId)
      .execute()
    await payStatements(ctx, batchId, { paidOn, paymentReference })
    await audit(ctx, 'markPaid', batchId, { paidOn, paymentReference, total: toDollars(batch.total_cents) })
    return requireBatch(ctx.db, batchId)
  })

/**
 * Records that the bank returned a statement's payout. The statement's status changes from paid back to closed, and the
 * note is stored.
 * @throws {ApiError} 404 if the payout does not exist; 409 if it was not paid or was already returned
 */
export const returnPayout = (ctx: Ctx, batchId: string, statementId: string, given: string): Promise<PayoutBatch> =>
  runInTransaction(ctx, async (ctx) => {
    const note = given.trim()
    const batch = await lockBatch(ctx, batchId)
    const item = await ctx.db
      .selectFrom('payout_items')
      .select('is_current')
      .where('payout_batch_id', '=', batchId)
      .where('statement_id', '=', statementId)
      .forUpdate()
      .executeTakeFirst()
    if (!item) throw createNotFoundError({ batchId, statementId })
    if (batch.state !== 'paid' || !item.is_current)
      throw createWrongStatusError(batch, 'Only a paid payout that has not been returned can be marked as returned.')
    await ctx.db
      .updateTable('payout_items')
      .set({ is_current: false, returned_at: ctx.now, return_note: note, returned_by_name: getActorName(ctx.actor) })
      .where('payout_batch_id', '=', batchId)
      .where('statement_id', '=', statementId)
      .execute()
    await ctx.db
      .updateTable('commission_statements')
      .set({ state: 'closed', paid_on: null, paid_reference: null, payout_note: note })
      .where('statement_id', '=', statementId)
      .execute()
    await audit(ctx, 'return', batchId, { statementId, note })
    return requireBatch(ctx.db, batchId)
  })
