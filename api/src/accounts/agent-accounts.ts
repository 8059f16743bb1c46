import type { AgentAccount, AgentAccountCreate, AgentAccountUpdate } from '@tideline/sdk/types'
import type { Transaction } from 'kysely'
import { getAgency } from '../agencies/store.ts'
import { requireOwn } from '../agencies/update-agency.ts'
import { requireVisible } from '../agencies/visible.ts'
import { writeAudit } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { forbidden, notFound, rejected } from '../http/api-error.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { endAccountSessions } from './account-sessions.ts'
import { invite } from './invite.ts'

const people = ({ db }: Pick<Ctx, 'db'>, agencyId: string) =>
  db
    .selectFrom('accounts as c')
    .innerJoin('agencies as a', 'a.agency_id', 'c.agency_id')
    .select(['c.account_id as AgentId', 'c.first_name as FirstName', 'c.last_name as LastName', 'c.email as Email'])
    .select(['a.company as Company', 'c.phone as Phone', 'c.is_active as isActive'])
    .where('c.agency_id', '=', agencyId)

/** The people of an agency who can log in, by name. Throws 404, also for an agency that the caller does not see. */
export async function agentAccounts(ctx: Ctx, agencyNo: string): Promise<AgentAccount[]> {
  const agencyId = await requireVisible(ctx, agencyNo)
  return people(ctx, agencyId)
    .orderBy('c.last_name')
    .orderBy('c.first_name')
    .orderBy('c.account_id')
    .limit(1000)
    .execute()
}

async function requirePerson(ctx: Pick<Ctx, 'db'>, agencyId: string, agentId: string): Promise<AgentAccount> {
  const person = await people(ctx, agencyId).where('c.account_id', '=', agentId).executeTakeFirst()
  if (!person) throw notFound({ agentId })
  return person
}

/**
 * Invites a person to an agency; roles are given by superusers only, so that the account has none.
 *
 * @throws 404 for an agency that the caller does not see; 403 for one below the agent's; 409 for a known address
 */
export const inviteAgent = (ctx: Ctx, agencyNo: string, wish: AgentAccountCreate): Promise<AgentAccount> =>
  inTransaction(ctx, async (ctx) => {
    const agencyId = await requireVisible(ctx, agencyNo)
    requireOwn(ctx, agencyId)
    const { company } = await getAgency(ctx.db, agencyId)
    const person = {
      kind: 'agent' as const,
      ...{ agency_id: agencyId, email: wish.Email, phone: wish.Phone ?? null },
      ...{ first_name: wish.FirstName, last_name: wish.LastName },
    }
    return requirePerson(ctx, agencyId, await invite(ctx, { ...person, roles: [] }, company, 'Email'))
  })

/** Staff and the agency's finance administrators decide who can log in. Throws 403 for other agents. */
function assertMayDeactivate({ actor }: Pick<Ctx, 'actor'>): void {
  if (actor.kind === 'agent' && !actor.roles.has('financeadmin'))
    throw forbidden('Only staff and your agency’s finance administrators can deactivate or reactivate an account.')
}

/**
 * Changes a person of an agency, or switches the account off, which ends its sessions at once.
 *
 * @throws 404 for an agency that the caller does not see and for a person of another one; 403 for an agency below the agent's, and for an
 *   agent without the role financeadmin who deactivates or reactivates somebody; 422 for switching off the own account
 */
export const updateAgent = (ctx: Ctx, agencyNo: string, agentId: string, wish: AgentAccountUpdate) =>
  inTransaction(ctx, async (ctx) => {
    const agencyId = await requireVisible(ctx, agencyNo)
    requireOwn(ctx, agencyId)
    const before = await requirePerson(ctx, agencyId, agentId)
    if (!wish.isActive && getAccountId(ctx.actor) === agentId)
      throw rejected('own_account', 'isActive: you cannot deactivate your own account.', 'isActive')
    if (wish.isActive !== before.isActive) assertMayDeactivate(ctx)
    await ctx.db
      .updateTable('accounts')
      .set({ first_name: wish.FirstName, last_name: wish.LastName, phone: wish.Phone, is_active: wish.isActive })
      .where('account_id', '=', agentId)
      .execute()
    if (!wish.isActive) await endAccountSessions(ctx, agentId)
    await writeAudit(ctx, {
      action: 'account.update',
      entity: 'account',
      entityId: agentId,
      details: { agencyNo, isActive: wish.isActive, before: { isActive: before.isActive } },
    })
    return requirePerson(ctx, agencyId, agentId)
  })

/** The active account of an agency that has this address, if it has one. */
export const findAgencyPerson = (trx: Transaction<DB>, agencyId: string, email: string) =>
  trx
    .selectFrom('accounts')
    .select(['account_id', 'email', 'first_name'])
    .where('agency_id', '=', agencyId)
    .where('email', '=', email)
    .where('is_active', '=', true)
    .executeTakeFirst()

/** Everybody of an agency who may log in, and whether they have a password yet. */
export async function peopleToWelcome({ db }: Pick<TransactionContext, 'db'>, agencyId: string) {
  const rows = await db
    .selectFrom('accounts')
    .select(['account_id', 'email', 'first_name', 'password_hash'])
    .where('agency_id', '=', agencyId)
    .where('is_active', '=', true)
    .orderBy('account_id')
    .execute()
  return rows.map(({ password_hash, ...person }) => ({ ...person, hasPassword: password_hash !== null }))
}
