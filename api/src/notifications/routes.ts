import { ok } from '../http/answer.ts'
import { listCollection, oneOf } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { notFound } from '../http/refusal.ts'
import { adminNotifications, listPolicyNotifications, openNotice, readPolicyEmail } from './notifications.ts'

export const notificationHandlers = {
  listPolicyNotifications: async (ctx, { path }) => ok(await listPolicyNotifications(ctx, path.policyNo)),

  getPolicyEmail: async (ctx, { path, query }) => ok(await readPolicyEmail(ctx, { ...path, version: query.version })),

  getNoticePdf: (ctx, { path }) => openNotice(ctx, path.policyNo, path.pdfPath),

  listAdminNotifications: (ctx, { query }) => listCollection(ctx.db, adminNotifications, query),

  getAdminNotification: async (ctx, { path }) => {
    const found = await oneOf(ctx.db, adminNotifications, path.id)
    if (!found) throw notFound({ notification: path.id })
    return found
  },
} satisfies AreaHandlers
