import { listCollection, oneOf } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { notFound } from '../http/refusal.ts'
import {
  adminAdjustments,
  createAdjustment,
  deleteAdjustment,
  requireAdjustment,
  updateAdjustment,
} from './adjustments.ts'
import { adminOverrides, createOverride, deleteOverride, requireOverride, updateOverride } from './overrides.ts'
import { adminCommissionLines, adminStatements } from './statements.ts'

export const commissionHandlers = {
  listAdminCommissionStatements: (ctx, { query }) => listCollection(ctx.db, adminStatements, query),

  getAdminCommissionStatement: async (ctx, { path }) => {
    const found = await oneOf(ctx.db, adminStatements, path.id)
    if (!found) throw notFound({ statement: path.id })
    return found
  },

  listAdminCommissionTransactions: (ctx, { query }) => listCollection(ctx.db, adminCommissionLines, query),

  listAdminCommissionAdjustments: (ctx, { query }) => listCollection(ctx.db, adminAdjustments, query),
  getAdminCommissionAdjustment: (ctx, { path }) => requireAdjustment(ctx, path.id),
  createAdminCommissionAdjustment: (ctx, { body: { statementId, ...wish } }) =>
    createAdjustment(ctx, statementId, wish),
  updateAdminCommissionAdjustment: (ctx, { path, body }) => updateAdjustment(ctx, path.id, body),
  deleteAdminCommissionAdjustment: (ctx, { path }) => deleteAdjustment(ctx, path.id),

  listAdminCommissionOverrides: (ctx, { query }) => listCollection(ctx.db, adminOverrides, query),
  getAdminCommissionOverride: (ctx, { path }) => requireOverride(ctx, path.id),
  createAdminCommissionOverride: (ctx, { body }) => createOverride(ctx, body),
  updateAdminCommissionOverride: (ctx, { path, body }) => updateOverride(ctx, path.id, body),
  deleteAdminCommissionOverride: (ctx, { path }) => deleteOverride(ctx, path.id),
} satisfies AreaHandlers
