import type { WidgetRegistration } from '@tideline/sdk/types'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { requireVisibleAgency } from '../agencies/visibility.ts'
import type { DB, Widget } from '../db/schema.ts'
import { ApiError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import {
  createRegistrationNotFoundError,
  formatLogoAlignment,
  maxRegistrationsPerAgency,
  parseLogoAlignment,
} from './widget.ts'

export type WidgetRow = Selectable<Widget>

/**
 * Returns the id of an agency whose registrations the caller may manage (ACC-3). Staff may manage all agencies. Agents
 * may manage their own agency and its sub-agencies. Throws 404 for all other agencies.
 */
export async function requireManageableAgency(ctx: Pick<Ctx, 'db' | 'actor'>, agencyNo: string): Promise<string> {
  try {
    return await requireVisibleAgency(ctx, agencyNo)
  } catch (problem) {
    throw problem instanceof ApiError && problem.code === 'not_found'
      ? createRegistrationNotFoundError({ agencyNo })
      : problem
  }
}

/** Returns the registrations of an agency in the order of their creation. */
export const getWidgetRegistrations = (db: Kysely<DB>, agencyId: string): Promise<WidgetRow[]> =>
  db
    .selectFrom('widgets')
    .selectAll()
    .where('agency_id', '=', agencyId)
    .orderBy('created_at')
    .orderBy('widget_id')
    .limit(maxRegistrationsPerAgency)
    .execute()

const selectRegistration = (db: Kysely<DB>, agencyId: string, widgetId: string) =>
  db.selectFrom('widgets').selectAll().where('widget_id', '=', widgetId).where('agency_id', '=', agencyId)

/** Returns a registration. Throws 404 if it does not exist or belongs to another agency. */
export async function requireWidgetRegistration(
  db: Kysely<DB>,
  agencyId: string,
  widgetId: string,
): Promise<WidgetRow> {
  const row = await selectRegistration(db, agencyId, widgetId).executeTakeFirst()
  if (!row) throw createRegistrationNotFoundError({ widgetId })
  return row
}

/**
 * Returns a registration and locks it until the transaction ends. Throws 404 if it does not exist or belongs to another
 * agency.
 */
export async function lockWidgetRegistration(
  { db }: TransactionContext,
  agencyId: string,
  widgetId: string,
): Promise<WidgetRow> {
  const row = await selectRegistration(db, agencyId, widgetId).forUpdate().executeTakeFirst()
  if (!row) throw createRegistrationNotFoundError({ widgetId })
  return row
}

/** Returns the number of an agency's registrations. Blocks new registrations until the transaction ends. */
export async function lockAndCountRegistrations(trx: Transaction<DB>, agencyId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('widgets of ' || ${agencyId}))`.execute(trx)
  const { count } = await trx
    .selectFrom('widgets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('agency_id', '=', agencyId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Converts a registration to the contract's format. */
export const toRegistrationResponse = (agencyNo: string, row: WidgetRow): WidgetRegistration => ({
  Id: row.widget_id,
  AgentNo: agencyNo,
  Name: row.name,
  Format: formatLogoAlignment(parseLogoAlignment(JSON.stringify(row.format))),
  Logo: row.logo,
  Disclosure: row.disclosure || null,
  ReferralEmail: row.referral_email,
  ReferralPhone: row.referral_phone,
  ReferralWebsite: row.referral_website,
  UseReferralEmailOnLeads: row.use_referral_email_on_leads,
  Source: row.source || null,
})
