import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import {
  activateDelinquencyPlan,
  pauseDelinquency,
  previewDelinquencyPlan,
  resumeDelinquency,
} from './activate-plan.ts'
import { adminDelinquencyPlanCollection, createPlanDraft, requireAdminPlan } from './admin-plans.ts'
import { markLetterUndeliverable, recordLetterMailing, releaseClaimHold, reprintCancellationNotice } from './letters.ts'

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
} satisfies AreaHandlers
