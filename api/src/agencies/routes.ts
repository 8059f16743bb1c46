import { ok } from '../http/answer.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { readAgencyForPolicy } from './agency-for-policy.ts'
import { readBindCount } from './bind-count.ts'

export const agencyHandlers = {
  getBindCount: async (ctx, { path }) => ok(await readBindCount(ctx, path.agentCode)),

  getAgencyForPolicy: async (ctx, { path }) => ok(await readAgencyForPolicy(ctx, path.agencyNo)),
} satisfies AreaHandlers
