import type { Widget as ShownWidget } from '@tideline/sdk/types'
import { isPermittedByAgencyStatus } from '../agencies/status.ts'
import { type Agency, getAgency } from '../agencies/store.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { readSettings } from '../settings/settings.ts'
import type { WidgetRow } from './store.ts'
import { parseLogoAlignment } from './widget.ts'

/** Returns the configured quoting link, or null if it points to Tideline itself (PRI-6). */
const getQuotingUrl = (link: string): string | null => (/^https?:\/\//.test(link) ? link : null)

/**
 * Returns a registration and its agency. Throws 404 if the registration was deleted or the agency cannot write new
 * business.
 */
export async function requireActiveWidget(db: Ctx['db'], widgetId: string) {
  const row = await db.selectFrom('widgets').selectAll().where('widget_id', '=', widgetId).executeTakeFirst()
  if (!row) throw createNotFoundError({ widgetId })
  const agency = await getAgency(db, row.agency_id)
  if (!isPermittedByAgencyStatus(agency.status, 'newBusiness'))
    throw createNotFoundError({ widgetId, status: agency.status })
  return { row, agency }
}

/** Returns the email address that receives the leads of a registration. */
export const getLeadEmail = (row: WidgetRow, agency: Agency): string =>
  row.use_referral_email_on_leads ? row.referral_email : (agency.email ?? row.referral_email)

/** Returns a registration's public data for visitors of the agency's website. Throws the errors of `requireActiveWidget`. */
export async function readPublicWidget(ctx: Pick<Ctx, 'db' | 'now'>, widgetId: string): Promise<ShownWidget> {
  const { row, agency } = await requireActiveWidget(ctx.db, widgetId)
  const settings = await readSettings(ctx.db, ctx.now)
  return {
    id: row.widget_id,
    agencyNo: agency.agencyNo,
    company: agency.company,
    align: parseLogoAlignment(JSON.stringify(row.format)),
    logo: row.logo,
    disclosure: row.disclosure || null,
    email: getLeadEmail(row, agency),
    phone: row.referral_phone,
    website: row.referral_website,
    source: row.source || null,
    quoteUrl: getQuotingUrl(settings['links.quoting']),
  }
}
