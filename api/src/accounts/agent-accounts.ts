import type { AgentAccount, AgentAccountCreate, AgentAccountUpdate } from '@tideline/sdk/types'
import type { Transaction } from 'kysely'
import { getAgency } from '../agencies/store.ts'
import { assertOwnAgency } from '../agencies/update-agency.ts'
import { requireVisibleAgency } from '../agencies/visibility.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { createForbiddenError, createNotFoundError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { endAccountSessions } from './account-sessions.ts'
import { inviteAccount } from './invite.ts'

const people = ({ db }: Pick<Ctx, 'db'>, agencyId: string) =>
  db
    .selectFrom('accounts as c')
    .innerJoin('agencies as a', 'a.agency_id', 'c.agency_id')
    .select(['c.account_id as AgentId', 'c.first_name as FirstName', 'c.last_name as LastName', 'c.email as Email'])
    .select(['a.company as Company', 'c.phone as Phone', 'c.is_active as isActive'])
    .where('c.agency_id', '=', agencyId)

/**
 * Returns the accounts of an agency, sorted by name.
 *
 * @throws {ApiError} 404 if the agency does not exist or is not visible to the caller
 */
export async function listAgentAccounts(ctx: Ctx, agencyNo: string): Promise<AgentAccount[]> {
  const agencyId = await requireVisibleAgency(ctx, agencyNo)
  return people(ctx, agencyId)
    .orderBy('c.last_name')
    .orderBy('c.first_name')
    .orderBy('c.account_id')
    .limit(1000)
    .execute()
}

async function requirePerson(ctx: Pick<Ctx, 'db'>, agencyId: string, agentId: string): Promise<AgentAccount> {
  const person = await people(ctx, agencyId).where('c.account_id', '=', agentId).executeTakeFirst()
  if (!person) throw createNotFoundError({ agentId })
  return person
}

/**
 * Returns an account of an agency.
 *
 * @throws {ApiError} 404 if the agency is not visible to the caller or the account belongs to another agency
 */
export const getAgentAccount = async (ctx: Ctx, agencyNo: string, agentId: string): Promise<AgentAccount> =>
  requirePerson(ctx, await requireVisibleAgency(ctx, agencyNo), agentId)

/**
 * Invites a person to an agency. The new account has no roles; only superusers can assign them.
 * @throws {ApiError} 404 if the agency is not visible to the caller; 403 if it is a sub-agency of the agent's agency;
 * 409 if the email address is in use
 */
export const inviteAgent = (ctx: Ctx, agencyNo: string, input: AgentAccountCreate): Promise<AgentAccount> =>
  runInTransaction(ctx, async (ctx) => {
    const agencyId = await requireVisibleAgency(ctx, agencyNo)
    assertOwnAgency(ctx, agencyId)
    const { company } = await getAgency(ctx.db, agencyId)
    const person = {
      kind: 'agent' as const,
      ...{ agency_id: agencyId, email: input.Email, phone: input.Phone ?? null },
      ...{ first_name: input.FirstName, last_name: input.LastName },
    }
    return requirePerson(ctx, agencyId, await inviteAccount(ctx, { ...person, roles: [] }, company, 'Email'))
  })

/**
 * Throws 403 if an agent lacks the `financeadmin` role. Only staff and the agency's finance administrators can
 * deactivate or reactivate an account.
 */
function assertMayDeactivate({ actor }: Pick<Ctx, 'actor'>): void {
  if (actor.kind === 'agent' && !actor.roles.has('financeadmin'))
    throw createForbiddenError(
      'Only staff and your agency’s finance administrators can deactivate or reactivate an account.',
    )
}

/**
 * Updates or deactivates an account of an agency. Deactivation immediately ends all sessions of the account.
 * @throws {ApiError} 404 if the agency is not visible to the caller or the account belongs to another agency; 403 if
 * the caller may not make the change; 422 if the caller's own account would be deactivated
 */
export const updateAgent = (ctx: Ctx, agencyNo: string, agentId: string, input: AgentAccountUpdate) =>
  runInTransaction(ctx, async (ctx) => {
    const agencyId = await requireVisibleAgency(ctx, agencyNo)
    assertOwnAgency(ctx, agencyId)
    const before = await requirePerson(ctx, agencyId, agentId)
    if (!input.isActive && getAccountId(ctx.actor) === agentId)
      throw createUnprocessableError('own_account', 'isActive: you cannot deactivate your own account.', 'isActive')
    if (input.isActive !== before.isActive) assertMayDeactivate(ctx)
    await ctx.db
      .updateTable('accounts')
      .set({ first_name: input.FirstName, last_name: input.LastName, phone: input.Phone, is_active: input.isActive })
      .where('account_id', '=', agentId)
      .execute()
    if (!input.isActive) await endAccountSessions(ctx, agentId)
    await writeAuditEntry(ctx, {
      action: 'account.update',
      entity: 'account',
      entityId: agentId,
      details: { agencyNo, isActive: input.isActive, before: { isActive: before.isActive } },
    })
    return requirePerson(ctx, agencyId, agentId)
  })

/** Returns the agency's active account with this email address, if there is one. */
export const findAgencyAccount = (trx: Transaction<DB>, agencyId: string, email: string) =>
  trx
    .selectFrom('accounts')
    .select(['account_id', 'email', 'first_name'])
    .where('agency_id', '=', agencyId)
    .where('email', '=', email)
    .where('is_active', '=', true)
    .executeTakeFirst()

/** Returns the active accounts of an agency, and whether each one has a password. */
export async function listActiveAgents({ db }: Pick<TransactionContext, 'db'>, agencyId: string) {
  const rows = await db
    .selectFrom('accounts')
    .select(['account_id', 'email', 'first_name', 'password_hash'])
    .where('agency_id', '=', agencyId)
    .where('is_active', '=', true)
    .orderBy('account_id')
    .execute()
  return rows.map(({ password_hash, ...person }) => ({ ...person, hasPassword: password_hash !== null }))
}
