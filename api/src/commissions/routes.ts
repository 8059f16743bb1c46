import { createNotFoundError } from '../http/api-error.ts'
import { findCollectionRow, listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import {
  adminAdjustmentCollection,
  createAdjustment,
  deleteAdjustment,
  requireAdjustment,
  toAdjustmentResponse,
  updateAdjustment,
} from './adjustments.ts'
import { closeStatement } from './close-statement.ts'
import { listCommissionRuns, requireCommissionRun, startCommissionRun } from './commission-runs.ts'
import {
  adminOverrideCollection,
  createOverride,
  deleteOverride,
  getOverrides,
  listAgenciesWithOverrides,
  requireOverride,
  saveOverride,
  updateOverride,
} from './overrides.ts'
import { createParentOverride, endParentOverride, removeParentOverride } from './parent-overrides.ts'
import { approveBatch, createBatch, markBatchPaid, returnPayout, voidBatch } from './payouts/actions.ts'
import { adminPayoutBatchCollection } from './payouts/batches.ts'
import { adminCommissionLineCollection, adminStatementCollection, exportStatements } from './statements.ts'

export const commissionHandlers = {
  closeCommissionStatement: async (ctx, { path }) => ok(await closeStatement(ctx, path.statementId)),

  createCommissionAdjustment: async (ctx, { body: { statementId, ...input } }) => ({
    ...ok(toAdjustmentResponse(await createAdjustment(ctx, statementId, input))),
    statusCode: 201,
  }),

  deleteCommissionAdjustment: async (ctx, { body }) => {
    await deleteAdjustment(ctx, body.adjustementId)
    return ok(null)
  },

  listCommissionOverrides: async (ctx, { query }) => ok(await listAgenciesWithOverrides(ctx, query)),
  getCommissionOverrides: async (ctx, { path }) => ok(await getOverrides(ctx, path.agencyNo)),
  saveCommissionOverride: async (ctx, { path, body }) => ok(await saveOverride(ctx, path.agencyNo, body)),

  createParentOverride: async (ctx, { path, body }) => ({
    ...ok(await createParentOverride(ctx, path.agencyNo, body)),
    statusCode: 201,
  }),
  endParentOverride: async (ctx, { path, body }) =>
    ok(await endParentOverride(ctx, path.agencyNo, path.overrideId, body.effectiveTo)),
  removeParentOverride: async (ctx, { path }) => ok(await removeParentOverride(ctx, path.agencyNo, path.overrideId)),

  startCommissionRun: async (ctx, { body }) => ({ ...ok(await startCommissionRun(ctx, body)), statusCode: 202 }),
  getCommissionRun: async (ctx, { path }) => ok(await requireCommissionRun(ctx.db, path.runId)),
  listCommissionRuns: async (ctx, { query }) => ok(await listCommissionRuns(ctx.db, query)),

  createPayoutBatch: async (ctx, { body }) => ({ ...ok(await createBatch(ctx, body.statementIds)), statusCode: 201 }),
  approvePayoutBatch: async (ctx, { path }) => ok(await approveBatch(ctx, path.batchId)),
  voidPayoutBatch: async (ctx, { path, body }) => ok(await voidBatch(ctx, path.batchId, body.reason)),
  markPayoutBatchPaid: async (ctx, { path, body }) => ok(await markBatchPaid(ctx, path.batchId, body)),
  returnPayout: async (ctx, { path, body }) => ok(await returnPayout(ctx, path.batchId, path.statementId, body.note)),
  listAdminPayoutBatches: (ctx, { query }) => listCollection(ctx.db, adminPayoutBatchCollection, query),

  listAdminCommissionStatements: (ctx, { query }) => listCollection(ctx.db, adminStatementCollection, query),
  exportAdminCommissionStatements: (ctx, { query }) => exportStatements(ctx, query),

  getAdminCommissionStatement: async (ctx, { path }) => {
    const found = await findCollectionRow(ctx.db, adminStatementCollection, path.id)
    if (!found) throw createNotFoundError({ statement: path.id })
    return found
  },

  listAdminCommissionTransactions: (ctx, { query }) => listCollection(ctx.db, adminCommissionLineCollection, query),

  listAdminCommissionAdjustments: (ctx, { query }) => listCollection(ctx.db, adminAdjustmentCollection, query),
  getAdminCommissionAdjustment: (ctx, { path }) => requireAdjustment(ctx, path.id),
  createAdminCommissionAdjustment: (ctx, { body: { statementId, ...input } }) =>
    createAdjustment(ctx, statementId, input),
  updateAdminCommissionAdjustment: (ctx, { path, body }) => updateAdjustment(ctx, path.id, body),
  deleteAdminCommissionAdjustment: (ctx, { path }) => deleteAdjustment(ctx, path.id),

  listAdminCommissionOverrides: (ctx, { query }) => listCollection(ctx.db, adminOverrideCollection, query),
  getAdminCommissionOverride: (ctx, { path }) => requireOverride(ctx, path.id),
  createAdminCommissionOverride: (ctx, { body }) => createOverride(ctx, body),
  updateAdminCommissionOverride: (ctx, { path, body }) => updateOverride(ctx, path.id, body),
  deleteAdminCommissionOverride: (ctx, { path }) => deleteOverride(ctx, path.id),
} satisfies AreaHandlers
