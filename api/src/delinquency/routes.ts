import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import {
  activateDelinquencyPlan,
  pauseDelinquency,
  previewDelinquencyPlan,
  resumeDelinquency,
} from './activate-plan.ts'
import { adminCancellationNoticeCollection, readCancellationNotice } from './admin-notices.ts'
import { adminDelinquencyPlanCollection, createPlanDraft, requireAdminPlan } from './admin-plans.ts'
import {
  createLetterExport,
  getLetterExportFile,
  getLetterPdf,
  listLetterExports,
  recordExportMailing,
} from './letter-exports.ts'
import {
  adminLetterCollection,
  markLetterUndeliverable,
  recordLetterMailing,
  releaseClaimHold,
  reprintCancellationNotice,
} from './letters.ts'
import {
  adminNoticePeriodCollection,
  createNoticePeriod,
  deleteNoticePeriod,
  requireNoticePeriod,
  updateNoticePeriod,
} from './notice-periods.ts'

export const delinquencyHandlers = {
  recordLetterMailing: async (ctx, { path, body }) => ok(await recordLetterMailing(ctx, path.letterId, body.mailedOn)),

  markLetterUndeliverable: async (ctx, { path }) => ok(await markLetterUndeliverable(ctx, path.letterId)),

  reprintCancellationNotice: async (ctx, { path }) => ok(await reprintCancellationNotice(ctx, path.letterId)),

  releaseClaimHold: async (ctx, { path, body }) => ok(await releaseClaimHold(ctx, path.policyNo, body.reason)),

  activateDelinquencyPlan: async (ctx, { path }) => ok(await activateDelinquencyPlan(ctx, path.version)),

  previewDelinquencyPlan: async (ctx, { path }) => ok(await previewDelinquencyPlan(ctx, path.version)),

  pauseDelinquency: async (ctx) => ok(await pauseDelinquency(ctx)),

  resumeDelinquency: async (ctx) => ok(await resumeDelinquency(ctx)),

  listAdminDelinquencyPlans: (ctx, { query }) => listCollection(ctx.db, adminDelinquencyPlanCollection, query),

  getAdminDelinquencyPlan: (ctx, { path }) => requireAdminPlan(ctx, path.id),

  createAdminDelinquencyPlan: (ctx, { body }) => createPlanDraft(ctx, body),

  listAdminNoticePeriods: (ctx, { query }) => listCollection(ctx.db, adminNoticePeriodCollection, query),

  getAdminNoticePeriod: (ctx, { path }) => requireNoticePeriod(ctx, path.id),

  createAdminNoticePeriod: (ctx, { body }) => createNoticePeriod(ctx, body),

  updateAdminNoticePeriod: (ctx, { path, body }) => updateNoticePeriod(ctx, path.id, body),

  deleteAdminNoticePeriod: (ctx, { path }) => deleteNoticePeriod(ctx, path.id),

  listAdminCancellationNotices: (ctx, { query }) => listCollection(ctx.db, adminCancellationNoticeCollection, query),

  getCancellationNotice: async (ctx, { path }) => ok(await readCancellationNotice(ctx, path.noticeId)),

  listAdminLetters: (ctx, { query }) => listCollection(ctx.db, adminLetterCollection, query),

  createLetterExport: async (ctx) => ({ ...ok(await createLetterExport(ctx)), statusCode: 201 }),

  listLetterExports: async (ctx, { query }) => ok(await listLetterExports(ctx.db, query)),

  getLetterExportFile: (ctx, { path }) => getLetterExportFile(ctx, path.exportId),

  getLetterPdf: (ctx, { path }) => getLetterPdf(ctx, path.letterId),

  recordExportMailing: async (ctx, { path, body }) => ok(await recordExportMailing(ctx, path.exportId, body.mailedOn)),
} satisfies AreaHandlers
