import type { AreaHandlers } from '../http/operation.ts'
import { deleteWidget, saveWidget } from './save-widget.ts'
import { presentRegistration, registrationsOf, requireAgencyId } from './store.ts'
import { noRegistration } from './widget.ts'

export const widgetHandlers = {
  listWidgetRegistrations: async (ctx, { path: { agentNo } }) => {
    const rows = await registrationsOf(ctx.db, await requireAgencyId(ctx, agentNo))
    if (rows.length === 0) throw noRegistration({ agentNo })
    return rows.map((row) => presentRegistration(agentNo, row))
  },

  saveWidgetRegistration: (ctx, { body }) => saveWidget(ctx, body),

  deleteWidgetRegistration: (ctx, { path }) => deleteWidget(ctx, path.agentNo, path.id),
} satisfies AreaHandlers
