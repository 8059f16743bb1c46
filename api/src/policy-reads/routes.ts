import { createForbiddenError } from '../http/api-error.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ApiResponse, ok, wrapJsonInEnvelope } from '../http/response.ts'
import { exportAdminPolicies } from './admin-export.ts'
import { listAdminPolicies, readAdminPolicy } from './admin-list.ts'
import { listCancelReasons } from './cancel-reasons.ts'
import { readPolicyConfirmation } from './confirmation.ts'
import { listPoliciesOfInsured, readPolicyDetails } from './details.ts'
import { readPolicyHistory } from './history.ts'
import { readInvoiceDetails } from './invoice-details.ts'
import { searchPolicies } from './search.ts'
import { readActiveTransactions, readTransactions, readTransactionsAndSummaries } from './transactions.ts'

export const policyHandlers = {
  listPolicies: async (ctx, { query }) => wrapJsonInEnvelope(await searchPolicies(ctx, query)),

  searchPolicies: async (ctx, { query }) => wrapJsonInEnvelope(await searchPolicies(ctx, query)),

  getPolicyHistory: async (ctx, { path, query }) =>
    ok(await readPolicyHistory(ctx, path.policyNo, query.take ?? 10, query.skip ?? 0)),

  listOwnPolicies: async (ctx) => {
    if (ctx.actor.kind !== 'insured') throw createForbiddenError()
    const isLimited = ctx.actor.identification.method === 'link'
    return { ...ok(await listPoliciesOfInsured(ctx, ctx.actor)), isLimited }
  },

  getPolicyDetails: async (ctx, { path }) => ok(await readPolicyDetails(ctx, path.policyNo)),

  getConfirmation: async (ctx, { path }) => wrapJsonInEnvelope(await readPolicyConfirmation(ctx, path.policyNo)),

  getPolicyTransactions: async (ctx, { path }) => wrapJsonInEnvelope(await readTransactions(ctx, path.policyNo)),

  getTransactionsAndSummaries: async (ctx, { path }) =>
    wrapJsonInEnvelope(await readTransactionsAndSummaries(ctx, path.policyNo)),

  getActiveTransactions: async (ctx, { path }) => wrapJsonInEnvelope(await readActiveTransactions(ctx, path.policyNo)),

  getCancelReasons: async (ctx, { path }) => ok(await listCancelReasons(ctx, path.policyNo)),

  getInvoiceDetails: async (ctx, { path }) => ok(await readInvoiceDetails(ctx, path.policyNo)),

  listAdminPolicies: async (ctx, { query }) => {
    const { policies, contentRange, isCapped } = await listAdminPolicies(ctx, query)
    const headers = { 'Content-Range': contentRange, 'X-Total-Capped': String(isCapped) }
    return new ApiResponse(policies, { headers })
  },

  exportAdminPolicies: (ctx, { query }) => exportAdminPolicies(ctx, query),

  getAdminPolicy: (ctx, { path }) => readAdminPolicy(ctx, path.id),
} satisfies AreaHandlers
