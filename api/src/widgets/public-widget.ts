import type { Widget as ShownWidget } from '@tideline/sdk/types'
import { isAllowedForStatus } from '../agencies/status.ts'
import { getAgency } from '../agencies/store.ts'
import { notFound } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { readSettings } from '../settings/settings.ts'
import { getAlign } from './widget.ts'

/** The quoting site, where another one than this system is configured (PRI-6): the header's link may be a page of ours. */
const quotingSite = (link: string): string | null => (/^https?:\/\//.test(link) ? link : null)

/**
 * What visitors of an agency's site get of a registration. Throws 404 for one that was removed and for an agency that
 * takes no new business: its widget gives no quotes.
 */
export async function readWidget(ctx: Pick<Ctx, 'db' | 'now'>, widgetId: string): Promise<ShownWidget> {
  const row = await ctx.db.selectFrom('widgets').selectAll().where('widget_id', '=', widgetId).executeTakeFirst()
  if (!row) throw notFound({ widgetId })
  const agency = await getAgency(ctx.db, row.agency_id)
  if (!isAllowedForStatus(agency.status, 'newBusiness')) throw notFound({ widgetId, status: agency.status })
  const settings = await readSettings(ctx.db, ctx.now)
  return {
    id: row.widget_id,
    agencyNo: agency.agencyNo,
    company: agency.company,
    align: getAlign(JSON.stringify(row.format)),
    logo: row.logo,
    disclosure: row.disclosure || null,
    email: row.use_referral_email_on_leads ? row.referral_email : (agency.email ?? row.referral_email),
    phone: row.referral_phone,
    website: row.referral_website,
    source: row.source || null,
    quoteUrl: quotingSite(settings['links.quoting']),
  }
}
