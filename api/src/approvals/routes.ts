import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { createAdminApprovalCollection, requireApprovalRequest } from './admin-approvals.ts'

export const approvalHandlers = {
  listAdminApprovals: (ctx, { query }) => listCollection(ctx.db, createAdminApprovalCollection(ctx), query),
  getAdminApproval: (ctx, { path }) => requireApprovalRequest(ctx, path.id),
} satisfies AreaHandlers
