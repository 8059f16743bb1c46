import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { createAdminAgencyCollection, requireAgencyRow } from './admin-agencies.ts'
import { readAgency } from './agency.ts'
import { createAgency } from './create-agency.ts'
import { requireAgencySummary } from './summary.ts'
import { bankAccountPendingMessage, changeAgencyParent, updateAdminAgency, updateAgency } from './update-agency.ts'

export const agencyHandlers = {
  getAgency: async (ctx, { path }) => ok(await readAgency(ctx, path.agencyNo)),

  getAgencyDetail: async (ctx, { path }) => ok(await readAgency(ctx, path.AgentNo)),

  createAgency: async (ctx, { body }) => ok(await requireAgencySummary(ctx.db, await createAgency(ctx, body, 'P'))),

  updateAgency: async (ctx, { body }) => {
    const { agencyNo, isBankPending } = await updateAgency(ctx, body)
    return ok(await readAgency(ctx, agencyNo), isBankPending ? bankAccountPendingMessage : '')
  },

  changeAgencyParent: async (ctx, { body }) => {
    await changeAgencyParent(ctx, body.ChildAgentNo, body.NewParentAgentNo)
    return ok(await requireAgencySummary(ctx.db, body.ChildAgentNo))
  },

  listAdminAgencies: (ctx, { query }) => listCollection(ctx.db, createAdminAgencyCollection(ctx), query),

  getAdminAgency: (ctx, { path }) => requireAgencyRow(ctx, path.id),

  createAdminAgency: async (ctx, { body }) => requireAgencyRow(ctx, await createAgency(ctx, body, 'A')),

  updateAdminAgency: async (ctx, { path, body }) => {
    await updateAdminAgency(ctx, path.id, body)
    return requireAgencyRow(ctx, path.id)
  },
} satisfies AreaHandlers
