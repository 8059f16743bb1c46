import type { AdminAccount, AdminAccountCreate, AdminAccountUpdate } from '@tideline/sdk/types'
import { sql } from 'kysely'
import { requireAgency } from '../agencies/store.ts'
import { writeAudit } from '../audit/audit.ts'
import { anyContains, type Collection, oneOf, withIds } from '../http/collection.ts'
import { accountIdOf, type Ctx, type TrxCtx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { conflict, notFound, refused } from '../http/refusal.ts'
import { endAccountSessions, forgetAccountSessions } from './account-sessions.ts'
import { invite } from './invite.ts'
import { failedColumns } from './login-tries.ts'
import { requireFittingRoles } from './roles.ts'

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

/** Everybody who can log in by email and password. */
export const adminAccounts: Collection<'listAdminAccounts', Row> = {
  name: 'accounts',
  from: sql`accounts c left join agencies a on a.agency_id = c.agency_id`,
  columns: sql`c.account_id, c.kind, c.email::text as email, c.first_name, c.last_name, c.phone, a.agency_no, c.roles,
    c.is_active, c.last_login_at, c.created_at, ${failedColumns},
    exists (select from second_factors f where f.account_id = c.account_id and f.since is not null) as has_factor`,
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
    q: (text) => anyContains([sql`(c.first_name || ' ' || c.last_name)`, sql`c.email::text`], text),
    agencyNo: (no) => sql`a.agency_no = ${no}`,
    role: (role) => sql`${role} = any(c.roles)`,
    isActive: (flag) => sql`c.is_active = ${flag}`,
    id: (ids) => withIds(sql`c.account_id`, ids),
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

/** One account. Throws 404. */
export async function requireAccount(ctx: Pick<Ctx, 'db'>, id: string): Promise<AdminAccount> {
  const found = await oneOf(ctx.db, adminAccounts, id)
  if (!found) throw notFound({ account: id })
  return found
}

/** Makes an account and mails its owner the link to a password. Throws 409 for a known address, 422 for roles and agency. */
export const createAccount = (ctx: Ctx, wish: AdminAccountCreate): Promise<AdminAccount> =>
  inTransaction(ctx, async (ctx) => {
    const agency = wish.agencyNo ? await requireAgency(ctx.db, wish.agencyNo, 'agencyNo') : undefined
    const kind = agency ? ('agent' as const) : ('staff' as const)
    requireFittingRoles(kind, wish.roles)
    const person = {
      kind,
      ...{ email: wish.email, first_name: wish.firstName, last_name: wish.lastName, phone: wish.phone ?? null },
      ...{ roles: wish.roles, agency_id: agency?.agencyId ?? null },
    }
    return requireAccount(ctx, await invite(ctx, person, agency?.company ?? 'Tideline'))
  })

/**
 * The accounts that keep the house open, locked, so that of two who take each other's role only one succeeds. Asked before
 * any account is changed.
 */
async function superusers(ctx: TrxCtx): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from accounts where 'superuser' = any(roles) and is_active order by account_id for update`.execute(
    ctx.db,
  )
  return rows.map(({ account_id }) => account_id)
}

/**
 * Changes a name, an agency, the roles and whether somebody may log in. Switching off ends the sessions at once; new roles
 * count from the next request.
 *
 * @throws 404; 409 for the last superuser; 422 for roles or an agency that do not fit, and for one's own account, which somebody
 *   else switches off
 */
export const updateAccount = (ctx: Ctx, id: string, wish: AdminAccountUpdate): Promise<AdminAccount> =>
  inTransaction(ctx, async (ctx) => {
    const keepers = await superusers(ctx)
    await ctx.db.selectFrom('accounts').select('account_id').where('account_id', '=', id).forUpdate().execute()
    const before = await requireAccount(ctx, id)
    const kind = before.agencyNo ? 'agent' : 'staff'
    if (wish.agencyNo !== undefined && (wish.agencyNo === null) !== (kind === 'staff'))
      throw refused('unfitting_roles', 'agencyNo: staff have none, and an agent stays with an agency.', 'agencyNo')
    requireFittingRoles(kind, wish.roles)
    const staysKeeper = wish.isActive && wish.roles.includes('superuser')
    if (keepers.includes(id) && keepers.length === 1 && !staysKeeper)
      throw conflict('last_superuser', 'This is the last superuser: make another one first.')
    if (!wish.isActive && accountIdOf(ctx.actor) === id)
      throw refused('own_account', 'isActive: nobody switches the own account off.', 'isActive')
    const agency = wish.agencyNo ? await requireAgency(ctx.db, wish.agencyNo, 'agencyNo') : undefined
    await ctx.db
      .updateTable('accounts')
      .set({
        ...{ first_name: wish.firstName, last_name: wish.lastName, roles: wish.roles, is_active: wish.isActive },
        ...(wish.phone !== undefined && { phone: wish.phone }),
        ...(agency && { agency_id: agency.agencyId }),
      })
      .where('account_id', '=', id)
      .execute()
    await (wish.isActive ? forgetAccountSessions(ctx, id) : endAccountSessions(ctx, id))
    await writeAudit(ctx, {
      action: 'account.update',
      entity: 'account',
      entityId: id,
      details: {
        ...{ roles: wish.roles, isActive: wish.isActive },
        before: { roles: before.roles, isActive: before.isActive },
      },
    })
    return requireAccount(ctx, id)
  })
