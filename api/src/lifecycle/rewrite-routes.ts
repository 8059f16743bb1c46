import { ok } from '../http/answer.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { nonRenew } from './non-renew.ts'
import { reinstate } from './reinstate.ts'

/** What may follow a term, or undo its end. */
export const rewriteHandlers = {
  nonRenewPolicy: async (ctx, { body }) => {
    const { policyNo, status } = await nonRenew(ctx, { policyNo: body.PolicyNo, note: body.Note })
    return ok({ policyNo, status, policyTransactionId: null })
  },

  reinstatePolicy: async (ctx, { path }) =>
    ok(await reinstate(ctx, { policyNo: path.policyNo, suppress: path.suppress })),
} satisfies AreaHandlers
