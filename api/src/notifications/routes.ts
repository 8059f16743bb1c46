import { createNotFoundError } from '../http/api-error.ts'
import { findCollectionRow, listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { adminNotificationCollection, listPolicyNotifications, openLetter, readPolicyEmail } from './notifications.ts'
import {
  listMailTemplates,
  previewMailTemplate,
  readMailTemplate,
  restoreMailTemplate,
  saveMailTemplate,
  sendTestMail,
} from './templates/edit-template.ts'

export const notificationHandlers = {
  listPolicyNotifications: async (ctx, { path }) => ok(await listPolicyNotifications(ctx, path.policyNo)),

  getPolicyEmail: async (ctx, { path, query }) => ok(await readPolicyEmail(ctx, { ...path, version: query.version })),

  getNoticePdf: (ctx, { path }) => openLetter(ctx, path.policyNo, path.pdfPath),

  listMailTemplates: async (ctx) => ok(await listMailTemplates(ctx)),

  getMailTemplate: async (ctx, { path }) => ok(await readMailTemplate(ctx, path.template)),

  saveMailTemplate: async (ctx, { path, body }) => ok(await saveMailTemplate(ctx, path.template, body)),

  restoreMailTemplate: async (ctx, { path, body }) => ok(await restoreMailTemplate(ctx, path.template, body.version)),

  previewMailTemplate: async (ctx, { path, body }) => ok(await previewMailTemplate(ctx, path.template, body)),

  sendTestMail: async (ctx, { path, body }) => ok(await sendTestMail(ctx, path.template, body)),

  listAdminNotifications: (ctx, { query }) => listCollection(ctx.db, adminNotificationCollection, query),

  getAdminNotification: async (ctx, { path }) => {
    const found = await findCollectionRow(ctx.db, adminNotificationCollection, path.id)
    if (!found) throw createNotFoundError({ notification: path.id })
    return found
  },
} satisfies AreaHandlers
