import type { AdminAccount, AdminAccountCreate, AdminAccountUpdate } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { requireAgency } from '../agencies/store.ts'
import { createPendingApprovalError, submitForApproval } from '../approvals/approvals.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../http/api-error.ts'
import { anyContainsTextSql, type Collection, findCollectionRow, idsCondition } from '../http/collection.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { clearSessionCache, endAccountSessions } from './account-sessions.ts'
import { inviteAccount } from './invite.ts'
import { failedAttemptColumns } from './login-attempts.ts'
import { assertValidRoles } from './roles.ts'

interface Row {
  account_id: string
  kind: 'agent' | 'staff'
  email: string
  first_name: string
  last_name: string
  phone: string | null
  agency_no: string | null
  roles: string[]
  is_active: boolean
  last_login_at: Date | null
  created_at: Date
  has_factor: boolean
  failed_count: number
  failed_at: Date | null
  locked_until: Date | null
}

/** Staff and agent accounts, which log in with email and password. */
export const adminAccountCollection: Collection<'listAdminAccounts', Row> = {
  name: 'accounts',
  from: sql`accounts c left join agencies a on a.agency_id = c.agency_id`,
  columns: sql`c.account_id, c.kind, c.email::text as email, c.first_name, c.last_name, c.phone, a.agency_no, c.roles,
    c.is_active, c.last_login_at, c.created_at, ${failedAttemptColumns},
    exists (select from two_factor_secrets f where f.account_id = c.account_id and f.enabled_at is not null) as has_factor`,
  id: sql`c.account_id`,
  sorts: {
    email: sql`c.email`,
    lastName: sql`lower(c.last_name)`,
    lastLoginAt: sql`c.last_login_at`,
    createdAt: sql`c.created_at`,
    id: sql`c.account_id`,
  },
  mayBeNull: ['lastLoginAt'],
  filters: {
    q: (text) => anyContainsTextSql([sql`(c.first_name || ' ' || c.last_name)`, sql`c.email::text`], text),
    agencyNo: (no) => sql`a.agency_no = ${no}`,
    role: (role) => sql`${role} = any(c.roles)`,
    isActive: (flag) => sql`c.is_active = ${flag}`,
    id: (ids) => idsCondition(sql`c.account_id`, ids),
  },
  present: (row) => ({
    id: row.account_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    agencyNo: row.agency_no,
    roles: row.roles as AdminAccount['roles'],
    isActive: row.is_active,
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    hasSecondFactor: row.has_factor,
    failedLogins: {
      count: row.failed_count,
      lastAt: row.failed_at?.toISOString() ?? null,
      lockedUntil: row.locked_until?.toISOString() ?? null,
    },
  }),
}

/** Returns an account. Throws 404. */
export async function requireAccount(ctx: Pick<Ctx, 'db'>, id: string): Promise<AdminAccount> {
  const found = await findCollectionRow(ctx.db, adminAccountCollection, id)
  if (!found) throw createNotFoundError({ account: id })
  return found
}

/**
 * Creates an account and emails its owner a link to set a password.
 *
 * @throws {ApiError} 409 if the email address is in use; 422 if the roles or the agency are invalid
 */
export const createAccount = (ctx: Ctx, input: AdminAccountCreate): Promise<AdminAccount> =>
  runInTransaction(ctx, async (ctx) => {
    const agency = input.agencyNo ? await requireAgency(ctx.db, input.agencyNo, 'agencyNo') : undefined
    const kind = agency ? ('agent' as const) : ('staff' as const)
    assertValidRoles(kind, input.roles)
    const person = {
      kind,
      ...{ email: input.email, first_name: input.firstName, last_name: input.lastName, phone: input.phone ?? null },
      ...{ roles: input.roles, agency_id: agency?.agencyId ?? null },
    }
    return requireAccount(ctx, await inviteAccount(ctx, person, agency?.company ?? 'Tideline'))
  })

/**
 * Returns the ids of the active superusers and locks their rows. The lock prevents two superusers from removing each
 * other's role at the same time.
 */
async function lockSuperusers(ctx: TransactionContext): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from accounts where 'superuser' = any(roles) and is_active order by account_id for update`.execute(
    ctx.db,
  )
  return rows.map(({ account_id }) => account_id)
}

const getAddedRoles = (before: readonly string[], after: readonly string[]) =>
  after.filter((role) => !before.includes(role))

/**
 * Returns whether a second superuser must approve the change. Approval is required to add roles to one's own account or
 * to remove another superuser's access.
 */
function requiresSecondPerson(ctx: TransactionContext, before: AdminAccount, input: AdminAccountUpdate): boolean {
  if (getAccountId(ctx.actor) === before.id) return getAddedRoles(before.roles, input.roles).length > 0
  const isHolder = before.isActive && before.roles.includes('superuser')
  return isHolder && !(input.isActive && input.roles.includes('superuser'))
}

const formatAccountState = ({ roles, isActive }: Pick<AdminAccount, 'roles' | 'isActive'>) => ({
  roles: [...roles].sort().join(', '),
  isActive: isActive ? 'Active' : 'Deactivated',
})

interface AccountPayload {
  before: Pick<AdminAccount, 'roles' | 'isActive'>
  change: AdminAccountUpdate
}

/**
 * Stored payload of an approval request. Version 1.x stored the change in the field `wish`. These requests can still be
 * approved for 7 days after the upgrade.
 */
type StoredAccountPayload = AccountPayload | { before: AccountPayload['before']; wish: AdminAccountUpdate }

async function lockAccount(ctx: TransactionContext, id: string) {
  const superuserIds = await lockSuperusers(ctx)
  await ctx.db.selectFrom('accounts').select('account_id').where('account_id', '=', id).forUpdate().execute()
  return { superuserIds, before: await requireAccount(ctx, id) }
}

/**
 * Changes the name, phone, agency, roles and active state of an account. Deactivation ends all sessions immediately.
 * New roles apply from the next request.
 * @throws {ApiError} 404 if the account does not exist; 409 if it is the last superuser or the change was submitted for
 * approval; 422 if the roles or the agency are invalid, if an account with API keys would be moved to another agency, or if
 * it is the caller's own account and would be deactivated
 */
export async function updateAccount(ctx: Ctx, id: string, input: AdminAccountUpdate): Promise<AdminAccount> {
  const isPending = await runInTransaction(ctx, async (ctx) => {
    const locked = await lockAccount(ctx, id)
    const { before } = locked
    const agencyId = await checkUpdate(ctx, locked, input)
    if (requiresSecondPerson(ctx, before, input)) {
      const [from, to] = [formatAccountState(before), formatAccountState(input)]
      const changes = (['roles', 'isActive'] as const)
        .filter((field) => from[field] !== to[field])
        .map((field) => ({ field: `${before.email}: ${field}`, before: from[field], after: to[field] }))
      const payload: AccountPayload = { before: { roles: before.roles, isActive: before.isActive }, change: input }
      const role = 'superuser' as const
      if (
        await submitForApproval(ctx, { kind: 'account', entityId: id, changes, payload, role, affectedAccountId: id })
      )
        return true
    }
    await writeAccount(ctx, before, input, agencyId)
    return false
  })
  if (isPending) throw createPendingApprovalError()
  return requireAccount(ctx, id)
}

/**
 * Applies a change that a second person has approved.
 *
 * @throws {ApiError} 409 if the roles or the active state have changed since the request
 */
export async function applyAccountChange(
  ctx: TransactionContext,
  id: string,
  payload: StoredAccountPayload,
): Promise<void> {
  const { before } = payload
  const input = 'wish' in payload ? payload.wish : payload.change
  const locked = await lockAccount(ctx, id)
  const [then, now] = [formatAccountState(before), formatAccountState(locked.before)]
  if (then.roles !== now.roles || then.isActive !== now.isActive)
    throw createConflictError(
      'concurrent_change',
      'The account has changed since this request was made. Decline the request.',
    )
  await writeAccount(ctx, locked.before, input, await checkUpdate(ctx, locked, input))
}

/**
 * Validates an account change and returns the id of the new agency, if any.
 *
 * @throws {ApiError} in the same cases as `updateAccount`
 */
async function checkUpdate(
  ctx: TransactionContext,
  { superuserIds, before }: { superuserIds: string[]; before: AdminAccount },
  input: AdminAccountUpdate,
): Promise<string | undefined> {
  const kind = before.agencyNo ? 'agent' : 'staff'
  if (input.agencyNo !== undefined && (input.agencyNo === null) !== (kind === 'staff'))
    throw createUnprocessableError(
      'roles_not_allowed',
      'agencyNo: staff accounts have no agency, and an agent cannot change agencies.',
      'agencyNo',
    )
  assertValidRoles(kind, input.roles)
  const remainsSuperuser = input.isActive && input.roles.includes('superuser')
  if (superuserIds.includes(before.id) && superuserIds.length === 1 && !remainsSuperuser)
    throw createConflictError('last_superuser', 'This is the last superuser. Add another superuser first.')
  if (!input.isActive && getAccountId(ctx.actor) === before.id)
    throw createUnprocessableError('own_account', 'isActive: you cannot deactivate your own account.', 'isActive')
  if (input.agencyNo && input.agencyNo !== before.agencyNo) await assertNoActiveKeys(ctx, before.id)
  return input.agencyNo ? (await requireAgency(ctx.db, input.agencyNo, 'agencyNo')).agencyId : undefined
}

/**
 * Throws 422 if an account has active API keys. After a move to another agency, the program of the previous agency could
 * otherwise use the key to read the other agency's policies (ACC-19).
 */
async function assertNoActiveKeys({ db, now }: TransactionContext, accountId: string): Promise<void> {
  const { rows } = await sql`select from api_keys
    where account_id = ${accountId} and revoked_at is null and expires_at > ${now} limit 1`.execute(db)
  if (rows.length > 0)
    throw createUnprocessableError(
      'key_not_allowed',
      'agencyNo: revoke the API keys of this account before you move it to another agency.',
      'agencyNo',
    )
}

async function writeAccount(
  ctx: TransactionContext,
  before: AdminAccount,
  input: AdminAccountUpdate,
  agencyId: string | undefined,
): Promise<void> {
  await ctx.db
    .updateTable('accounts')
    .set({
      ...{ first_name: input.firstName, last_name: input.lastName, roles: input.roles, is_active: input.isActive },
      ...(input.phone !== undefined && { phone: input.phone }),
      ...(agencyId && { agency_id: agencyId }),
    })
    .where('account_id', '=', before.id)
    .execute()
  await (input.isActive ? clearSessionCache(ctx, before.id) : endAccountSessions(ctx, before.id))
  await writeAuditEntry(ctx, {
    action: 'account.update',
    entity: 'account',
    entityId: before.id,
    details: {
      ...{ roles: input.roles, isActive: input.isActive },
      before: { roles: before.roles, isActive: before.isActive },
    },
  })
}
