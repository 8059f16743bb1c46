import { forbidden } from '../http/api-error.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ApiResponse, JsonText, ok, okJson } from '../http/response.ts'
import { exportAdminPolicies } from './admin-export.ts'
import { listAdminPolicies, readAdminPolicy } from './admin-list.ts'
import { listCancelReasons } from './cancel-reasons.ts'
import { readConfirmation } from './confirmation.ts'
import { readDetails, readOwnPolicies } from './details.ts'
import { readHistory } from './history.ts'
import { readInvoiceDetails } from './invoice-details.ts'
import type { AdminPolicy } from './list-rows.ts'
import { searchPolicies } from './search.ts'
import { readActiveTransactions, readTransactions, readTransactionsAndSummaries } from './transactions.ts'

export const policyHandlers = {
  listPolicies: async (ctx, { query }) => okJson(await searchPolicies(ctx, query)),

  searchPolicies: async (ctx, { query }) => okJson(await searchPolicies(ctx, query)),

  getPolicyHistory: async (ctx, { path, query }) =>
    ok(await readHistory(ctx, path.policyNo, query.take ?? 10, query.skip ?? 0)),

  listOwnPolicies: async (ctx) => {
    if (ctx.actor.kind !== 'insured') throw forbidden()
    const isLimited = ctx.actor.identification.way === 'link'
    return { ...ok(await readOwnPolicies(ctx, ctx.actor)), isLimited }
  },

  getPolicyDetails: async (ctx, { path }) => ok(await readDetails(ctx, path.policyNo)),

  getConfirmation: async (ctx, { path }) => okJson(await readConfirmation(ctx, path.policyNo)),

  getPolicyTransactions: async (ctx, { path }) => okJson(await readTransactions(ctx, path.policyNo)),

  getTransactionsAndSummaries: async (ctx, { path }) => okJson(await readTransactionsAndSummaries(ctx, path.policyNo)),

  getActiveTransactions: async (ctx, { path }) => okJson(await readActiveTransactions(ctx, path.policyNo)),

  getCancelReasons: async (ctx, { path }) => ok(await listCancelReasons(ctx, path.policyNo)),

  getInvoiceDetails: async (ctx, { path }) => ok(await readInvoiceDetails(ctx, path.policyNo)),

  listAdminPolicies: async (ctx, { query }) => {
    const { json, contentRange, isCapped } = await listAdminPolicies(ctx, query)
    const headers = { 'Content-Range': contentRange, 'X-Total-Capped': String(isCapped) }
    return new ApiResponse(JSON.parse(json) as AdminPolicy[], { headers })
  },

  exportAdminPolicies: (ctx, { query }) => exportAdminPolicies(ctx, query),

  getAdminPolicy: async (ctx, { path }) => new JsonText(await readAdminPolicy(ctx, path.id)),
} satisfies AreaHandlers
