import type { WidgetRegistration, WidgetRegistrationWrite } from '@tideline/sdk/types'
import { omitUndefinedColumns } from '../agencies/agency-form.ts'
import { requireAllowedAgency } from '../agencies/store.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import { createBadRequestError } from '../http/collection.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import {
  lockAndCountRegistrations,
  lockWidgetRegistration,
  requireManageableAgency,
  toRegistrationResponse,
  type WidgetRow,
} from './store.ts'
import {
  formatLogoAlignment,
  maxRegistrationsPerAgency,
  parseLogoAlignment,
  validateLogo,
  validateWebsite,
} from './widget.ts'

type Draft = WidgetRegistrationWrite

/**
 * Converts a submitted widget registration to table columns. Omitted fields are undefined and stay unchanged (API-6).
 * Throws 400 or 422 if a field is invalid.
 */
const getColumns = (draft: Draft) => ({
  referral_email: draft.ReferralEmail,
  referral_phone: draft.ReferralPhone,
  ...omitUndefinedColumns({
    name: draft.Name?.trim() || undefined,
    format: draft.Format && formatLogoAlignment(parseLogoAlignment(draft.Format)),
    logo: draft.Logo === undefined ? undefined : validateLogo(draft.Logo),
    disclosure: draft.Disclosure === undefined ? undefined : (draft.Disclosure?.trim() ?? ''),
    referral_website: draft.ReferralWebsite === undefined ? undefined : validateWebsite(draft.ReferralWebsite),
    use_referral_email_on_leads: draft.UseReferralEmailOnLeads,
    source: draft.Source === undefined ? undefined : (draft.Source?.trim() ?? ''),
  }),
})

/** Creates a widget registration. A new registration counts as new business, so the agency must be active (AGY-4). */
async function create(ctx: TransactionContext, agencyId: string, draft: Draft): Promise<WidgetRow> {
  const { company } = await requireAllowedAgency(ctx.db, draft.AgentNo, 'AgentNo', 'newBusiness')
  if ((await lockAndCountRegistrations(ctx.db, agencyId)) >= maxRegistrationsPerAgency)
    throw createUnprocessableError(
      'too_many_widgets',
      `AgentNo: an agency has at most ${maxRegistrationsPerAgency} registrations. Remove one first.`,
      'AgentNo',
    )
  return ctx.db
    .insertInto('widgets')
    .values({ name: company, ...getColumns(draft), agency_id: agencyId, created_at: ctx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function change(ctx: TransactionContext, agencyId: string, widgetId: string, draft: Draft): Promise<WidgetRow> {
  await lockWidgetRegistration(ctx, agencyId, widgetId)
  return ctx.db
    .updateTable('widgets')
    .set(getColumns(draft))
    .where('widget_id', '=', widgetId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Creates or changes the quote widget on an agency's website.
 * @throws {ApiError} 404 if the agency or the registration is not the caller's; 400 if the website URL is invalid; 422
 * if the logo is invalid, there are too many registrations, or the agency of a new registration cannot write new
 * business
 */
export const saveWidget = (ctx: Ctx, draft: Draft): Promise<WidgetRegistration> =>
  runInTransaction(ctx, async (ctx) => {
    if (draft.agentNo !== undefined && draft.agentNo !== draft.AgentNo)
      throw createBadRequestError('agentNo', 'must equal AgentNo.')
    const agencyId = await requireManageableAgency(ctx, draft.AgentNo)
    const row = draft.Id ? await change(ctx, agencyId, draft.Id, draft) : await create(ctx, agencyId, draft)
    await writeAuditEntry(ctx, {
      action: draft.Id ? 'widget.change' : 'widget.create',
      entity: 'widget',
      entityId: row.widget_id,
      details: { agencyNo: draft.AgentNo, name: row.name },
    })
    return toRegistrationResponse(draft.AgentNo, row)
  })

/** Deletes a registration and returns it. Throws 404 if it belongs to another agency. */
export const deleteWidget = (ctx: Ctx, agencyNo: string, widgetId: string): Promise<WidgetRegistration> =>
  runInTransaction(ctx, async (ctx) => {
    const row = await lockWidgetRegistration(ctx, await requireManageableAgency(ctx, agencyNo), widgetId)
    await ctx.db.deleteFrom('widgets').where('widget_id', '=', widgetId).execute()
    await writeAuditEntry(ctx, {
      action: 'widget.delete',
      entity: 'widget',
      entityId: widgetId,
      details: { agencyNo, name: row.name },
    })
    return toRegistrationResponse(agencyNo, row)
  })
