import type { AreaHandlers } from '../http/operation.ts'
import { FileResponse, ok } from '../http/response.ts'
import { readSettings } from '../settings/settings.ts'
import { getPage, script, style } from './files.ts'
import { readWidget } from './public-widget.ts'
import { deleteWidget, saveWidget } from './save-widget.ts'
import { getRegistrations, presentRegistration, requireManageableAgency } from './store.ts'
import { createNoRegistrationError } from './widget.ts'

export const widgetHandlers = {
  listWidgetRegistrations: async (ctx, { path: { agentNo } }) => {
    const rows = await getRegistrations(ctx.db, await requireManageableAgency(ctx, agentNo))
    if (rows.length === 0) throw createNoRegistrationError({ agentNo })
    return rows.map((row) => presentRegistration(agentNo, row))
  },

  saveWidgetRegistration: (ctx, { body }) => saveWidget(ctx, body),

  deleteWidgetRegistration: (ctx, { path }) => deleteWidget(ctx, path.agentNo, path.id),

  getWidget: async (ctx, { path }) => ok(await readWidget(ctx, path.id)),

  getWidgetPage: async (ctx, { path }) => {
    const [widget, { brand }] = [await readWidget(ctx, path.id), await readSettings(ctx.db, ctx.now)]
    return new FileResponse(await getPage({ ...widget, brand }), { contentType: 'text/html; charset=UTF-8' })
  },

  getWidgetScript: async () => new FileResponse(script, { contentType: 'text/javascript; charset=UTF-8' }),

  getWidgetStyle: async () => new FileResponse(style, { contentType: 'text/css; charset=UTF-8' }),
} satisfies AreaHandlers
