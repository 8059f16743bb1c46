import type { AdminAgencyWrite, AgencyUpdate } from '@tideline/sdk/types'
import { type Selectable, sql } from 'kysely'
import { submitForApproval } from '../approvals/approvals.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import type { Agency } from '../db/schema.ts'
import {
  createConflictError,
  createForbiddenError,
  createNotFoundError,
  createUnprocessableError,
} from '../http/api-error.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../http/context.ts'
import { decryptText } from '../http/encrypted-text.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { type AgencyForm, omitUndefinedColumns, toAgencyColumns } from './agency-form.ts'
import { replaceContacts, replaceLicenses } from './contacts-and-licenses.ts'
import { lockAgencyTree, moveAgency } from './move-agency.ts'
import { type AgencyNumbersInput, toAgencyNumberColumns } from './numbers.ts'
import { isMaskedNumber } from './sealed-number.ts'
import { visibleAgencyCondition } from './visibility.ts'

type Row = Selectable<Agency>

/**
 * Returns an agency and locks it until the transaction ends. Throws 404 if the agency does not exist or is not visible
 * to the caller.
 */
export async function lockAgency(ctx: TransactionContext, agency: { id: string } | { no: string }): Promise<Row> {
  const which = 'id' in agency ? sql`a.agency_id = ${agency.id}` : sql`a.agency_no = ${agency.no}`
  const { rows } = await sql<Row>`
    select a.* from agencies a where ${which} and ${visibleAgencyCondition(ctx.actor)} for update`.execute(ctx.db)
  if (!rows[0]) throw createNotFoundError({ agency })
  return rows[0]
}

/**
 * Throws 403 if an agent tries to change an agency other than their own. Agents can see sub-agencies but not change
 * them.
 */
export function assertOwnAgency(ctx: Pick<Ctx, 'actor'>, agencyId: string): void {
  if (ctx.actor.kind === 'agent' && ctx.actor.agencyId !== agencyId)
    throw createForbiddenError('Agents can change only their own agency.')
}

/**
 * Checks that a form does not change the agency's number or parent. A separate operation changes the parent.
 * @throws {ApiError} 422 if the number or parent differs; 403 if an agent changes them or the status
 */
function assertUnchangedIdentity(ctx: Ctx, row: Row, { agencyInfo, agencyDetailInfo: detail }: AgencyUpdate): void {
  const { agentParentId } = detail
  const isElsewhere = agentParentId !== undefined && agentParentId !== row.agent_parent_id
  const isRenumbered = agencyInfo.agencyNo !== row.agency_no
  if (ctx.actor.kind !== 'staff' && (isElsewhere || isRenumbered || detail.status !== row.status))
    throw createForbiddenError("Only staff can change an agency's status, number or parent.")
  if (isRenumbered)
    throw createUnprocessableError('not_changeable', 'agencyNo: an agency’s number cannot be changed.', 'agencyNo')
  if (isElsewhere)
    throw createUnprocessableError(
      'not_changeable',
      'agentParentId: use changeParent to move an agency.',
      'agentParentId',
    )
}

/**
 * Rejects status changes that would skip registration. A pending agency can only be terminated here; approval is a
 * separate operation (ADR 32). An agency with unsigned documents cannot become active.
 * @throws {ApiError} 422 if the status change is not allowed
 */
async function requireApproved(ctx: TransactionContext, row: Row, status: Row['status'] | undefined): Promise<void> {
  if (status === undefined || status === row.status || status === 'P' || status === 'T') return
  const unsigned = await ctx.db
    .selectFrom('registration_documents')
    .select('registration_doc_id')
    .where('agency_id', '=', row.agency_id)
    .where('signed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (row.status === 'P' || unsigned)
    throw createUnprocessableError(
      'not_changeable',
      'status: this agency is being registered. It becomes active when its signed registration is approved.',
      'status',
    )
}

/** Saves an agency's current name before a change. Earlier documents still show the old name. */
const saveAgencyName = ({ db, now }: TransactionContext, { agency_id, company }: Row) =>
  db
    .insertInto('former_agency_names')
    .values({ agency_id, company, used_until: now })
    // If an agency is renamed twice at the same instant, earlier documents keep the first name.
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Updates a locked agency from a form. The audit entry lists the changed fields. */
export async function updateLockedAgency(
  ctx: TransactionContext,
  row: Row,
  form: AgencyForm,
  numbers: AgencyNumbersInput,
): Promise<void> {
  const columns = omitUndefinedColumns({
    ...toAgencyColumns(form),
    ...toAgencyNumberColumns(ctx, row.agency_id, numbers),
  })
  if (columns.company !== undefined && columns.company !== row.company) await saveAgencyName(ctx, row)
  const changed = Object.entries(columns).flatMap(([column, value]) =>
    row[column as keyof Row] === value ? [] : column,
  )
  await ctx.db
    .updateTable('agencies')
    .set({ ...columns, updated_by_user_id: getAccountId(ctx.actor) })
    .where('agency_id', '=', row.agency_id)
    .execute()
  await appendEvent(ctx.db, 'agency.updated', { agencyId: row.agency_id }, { agencyNo: row.agency_no }, ctx.now)
  await writeAuditEntry(ctx, {
    action: 'agency.update',
    entity: 'agency',
    entityId: row.agency_no,
    // Contains only field names because the audit log must not contain account numbers.
    details: { changed, ...(form.status && form.status !== row.status && { from: row.status, to: form.status }) },
  })
}

type Bank = Pick<AgencyNumbersInput, 'bankRoutingNo' | 'bankAccountNo'>

interface BankPayload {
  before: { routing: string | null; account: string | null }
  bank: Bank
}

const currentBank = (ctx: Pick<Ctx, 'keys'>, row: Row): BankPayload['before'] => ({
  routing: row.bank_routing_no,
  account:
    row.bank_account_sealed &&
    decryptText(ctx.keys.sealing, { row: row.agency_id, column: 'bank_account_sealed' }, row.bank_account_sealed),
})

/** Returns the bank fields that a form changes. Masked and omitted fields stay unchanged. */
function changedBank(before: BankPayload['before'], { bankRoutingNo, bankAccountNo }: Bank): Bank {
  const isNewRouting = bankRoutingNo !== undefined && (bankRoutingNo || null) !== before.routing
  const isGiven = bankAccountNo !== undefined && !(bankAccountNo !== null && isMaskedNumber(bankAccountNo))
  return {
    ...(isNewRouting && { bankRoutingNo }),
    ...(isGiven && (bankAccountNo || null) !== before.account && { bankAccountNo }),
  }
}

/**
 * Returns whether an agency is being registered for the first time. An agency that staff returned to registration is
 * not, because its earlier commission is still paid.
 */
async function isFirstRegistration({ db }: TransactionContext, { agency_no, status }: Row): Promise<boolean> {
  if (status !== 'P') return false
  const { rows } = await sql`
    select from audit_log where entity = 'agency' and entity_id = ${agency_no} and action = 'agency.update'
      and details->>'to' = 'P' limit 1`.execute(db)
  return rows.length === 0
}

/** Message of a response that saved everything except the bank account. */
export const bankAccountPendingMessage =
  'Saved. The new bank account is waiting for approval by a second member of staff.'

/**
 * Submits an agency's new bank account, which receives commission payments, for approval by a second staff member
 * (ACC-8). Changes during the first registration are not submitted, because staff review the registration.
 * @throws {ApiError} 409 if another bank account change is pending
 */
export async function submitBankChange(ctx: TransactionContext, row: Row, given: Bank): Promise<boolean> {
  const before = currentBank(ctx, row)
  const bank = changedBank(before, given)
  if (Object.keys(bank).length === 0 || (await isFirstRegistration(ctx, row))) return false
  // Validates the numbers before the change is submitted, not only when it is approved.
  toAgencyNumberColumns(ctx, row.agency_id, bank)
  const masked = (value: string | null | undefined) => (value ? `******${value.slice(-4)}` : 'None')
  const changes = [
    ...(bank.bankRoutingNo === undefined
      ? []
      : [{ field: 'bankRoutingNo', before: before.routing ?? 'None', after: bank.bankRoutingNo || 'None' }]),
    ...(bank.bankAccountNo === undefined
      ? []
      : [{ field: 'bankAccountNo', before: masked(before.account), after: masked(bank.bankAccountNo) }]),
  ]
  const payload: BankPayload = { before, bank }
  return submitForApproval(ctx, { kind: 'bankAccount', entityId: row.agency_no, changes, payload, role: 'internal' })
}

/**
 * Applies a bank account change that a second person has approved.
 *
 * @throws {ApiError} 409 if the bank account has changed since the request
 */
export async function applyApprovedBankAccount(
  ctx: TransactionContext,
  agencyNo: string,
  { before, bank }: BankPayload,
): Promise<void> {
  const row = await lockAgency(ctx, { no: agencyNo })
  const current = currentBank(ctx, row)
  if (current.routing !== before.routing || current.account !== before.account)
    throw createConflictError(
      'concurrent_change',
      'The bank account has changed since this request was made. Decline the request.',
    )
  await updateLockedAgency(ctx, row, {}, bank)
}

/**
 * Updates an agency from a form. Contacts and licenses in the form replace the stored ones. Agents can update only
 * their own agency; staff can update all agencies.
 * @returns the agency number, and whether a bank account change is pending approval
 * @throws {ApiError} 404 if the agency is not visible to the caller; 403 for a sub-agency or a field that only staff
 * can change; 409 if the agency has changed since it was loaded; 422 for invalid numbers, contacts or licenses
 */
export const updateAgency = (ctx: Ctx, input: AgencyUpdate): Promise<{ agencyNo: string; isBankPending: boolean }> =>
  runInTransaction(ctx, async (ctx) => {
    const { agencyInfo, agencyDetailInfo: detail, agencyContactInfo, agencyLicenseInfo } = input
    const row = await lockAgency(ctx, { id: agencyInfo.agencyId })
    assertOwnAgency(ctx, row.agency_id)
    if (Date.parse(agencyInfo.updatedAt) !== row.updated_at.getTime())
      throw createConflictError(
        'concurrent_change',
        'Someone else changed this agency since you loaded it. Reload and try again.',
      )
    assertUnchangedIdentity(ctx, row, input)
    await requireApproved(ctx, row, detail.status)
    if (agencyContactInfo) await replaceContacts(ctx.db, row.agency_id, agencyContactInfo)
    if (agencyLicenseInfo) await replaceLicenses(ctx.db, row.agency_id, agencyLicenseInfo)
    await requireOwnContact(ctx, row.agency_id, detail.primaryContactId)
    const isBankPending = await submitBankChange(ctx, row, detail)
    const { bankRoutingNo: _routing, bankAccountNo: _account, ...withoutBank } = detail
    await updateLockedAgency(ctx, row, detail, isBankPending ? withoutBank : detail)
    return { agencyNo: row.agency_no, isBankPending }
  })

async function requireOwnContact(ctx: TransactionContext, agencyId: string, contactId: string | null | undefined) {
  if (!contactId) return
  const known = await ctx.db
    .selectFrom('agency_contacts')
    .select('contact_id')
    .where('contact_id', '=', contactId)
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
  if (!known)
    throw createUnprocessableError(
      'unknown_contact',
      `primaryContactId: the agency has no contact ${contactId}.`,
      'primaryContactId',
    )
}

/**
 * Updates an agency, including its parent, from the back office.
 * @throws {ApiError} 404 if the agency does not exist; 422 if the tax id does not have nine digits, the status requires
 * approval or `moveAgency` fails
 */
export const updateAdminAgency = (ctx: Ctx, agencyNo: string, input: AdminAgencyWrite): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const { parentAgencyNo, taxId, ...form } = input
    if (parentAgencyNo !== undefined) await lockAgencyTree(ctx)
    const row = await lockAgency(ctx, { no: agencyNo })
    await requireApproved(ctx, row, form.status)
    await updateLockedAgency(ctx, row, form, { taxId })
    if (parentAgencyNo !== undefined) await moveIfParentChanged(ctx, row, parentAgencyNo, 'parentAgencyNo')
  })

/** Moves an agency if the given parent differs from the current one. Returns whether the agency was moved. */
async function moveIfParentChanged(
  ctx: TransactionContext,
  row: Row,
  parentNo: string | null,
  field: string,
): Promise<boolean> {
  const above = row.agent_parent_id
    ? await ctx.db
        .selectFrom('agencies')
        .select('agency_no')
        .where('agency_id', '=', row.agent_parent_id)
        .executeTakeFirst()
    : undefined
  if ((above?.agency_no ?? null) === parentNo) return false
  const child = { agencyId: row.agency_id, agencyNo: row.agency_no, parentNo: above?.agency_no ?? null }
  await moveAgency(ctx, child, parentNo, field)
  return true
}

/**
 * Moves an agency under another parent.
 *
 * @throws {ApiError} 404 if the agency does not exist; 422 if the parent is unchanged or `moveAgency` fails
 */
export const changeAgencyParent = (ctx: Ctx, childNo: string, parentNo: string): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    await lockAgencyTree(ctx)
    const row = await lockAgency(ctx, { no: childNo })
    if (!(await moveIfParentChanged(ctx, row, parentNo, 'NewParentAgentNo')))
      throw createUnprocessableError(
        'nothing_changed',
        `NewParentAgentNo: agency ${parentNo} is already its parent.`,
        'NewParentAgentNo',
      )
  })
