import type { AreaHandlers } from '../http/operation.ts'
import { FileResponse, ok } from '../http/response.ts'
import { readSettings } from '../settings/settings.ts'
import { renderWidgetPage, widgetScript, widgetStylesheet } from './files.ts'
import { createLead, listLeads, readLead } from './leads.ts'
import { readPublicWidget, requireActiveWidget } from './public-widget.ts'
import { deleteWidget, saveWidget } from './save-widget.ts'
import {
  getWidgetRegistrations,
  requireManageableAgency,
  requireWidgetRegistration,
  toRegistrationResponse,
} from './store.ts'
import { createRegistrationNotFoundError } from './widget.ts'

export const widgetHandlers = {
  listWidgetRegistrations: async (ctx, { path: { agentNo } }) => {
    const rows = await getWidgetRegistrations(ctx.db, await requireManageableAgency(ctx, agentNo))
    if (rows.length === 0) throw createRegistrationNotFoundError({ agentNo })
    return rows.map((row) => toRegistrationResponse(agentNo, row))
  },

  getWidgetRegistration: async (ctx, { path: { agentNo, id } }) =>
    toRegistrationResponse(
      agentNo,
      await requireWidgetRegistration(ctx.db, await requireManageableAgency(ctx, agentNo), id),
    ),

  saveWidgetRegistration: (ctx, { body }) => saveWidget(ctx, body),

  deleteWidgetRegistration: (ctx, { path }) => deleteWidget(ctx, path.agentNo, path.id),

  getWidget: async (ctx, { path }) => ok(await readPublicWidget(ctx, path.id)),

  getWidgetPage: async (ctx, { path }) => {
    const [widget, { brand }] = [await readPublicWidget(ctx, path.id), await readSettings(ctx.db, ctx.now)]
    return new FileResponse(await renderWidgetPage({ ...widget, brand }), { contentType: 'text/html; charset=UTF-8' })
  },

  suggestWidgetAddresses: async (ctx, { path, query: { prefix } }) => {
    await requireActiveWidget(ctx.db, path.id)
    // Insured addresses are private, so only the address service suggests any.
    return ok(await ctx.providers.addresses.suggest({ prefix }, async () => []))
  },

  createLead: async (ctx, { path, body }) => {
    const company = await createLead(ctx, path.id, body)
    return { statusCode: 201, message: `${company} will follow up with a quote.`, payload: null }
  },

  listLeads: async (ctx, { query }) => ok(await listLeads(ctx, query.agencyNo, query)),

  getLead: async (ctx, { path }) => ok(await readLead(ctx, path.leadId)),

  getWidgetScript: async () => new FileResponse(widgetScript, { contentType: 'text/javascript; charset=UTF-8' }),

  getWidgetStyle: async () => new FileResponse(widgetStylesheet, { contentType: 'text/css; charset=UTF-8' }),
} satisfies AreaHandlers
