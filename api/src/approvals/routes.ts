import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { adminApprovals, requireApproval } from './admin-approvals.ts'

export const approvalHandlers = {
  listAdminApprovals: (ctx, { query }) => listCollection(ctx.db, adminApprovals(ctx), query),
  getAdminApproval: (ctx, { path }) => requireApproval(ctx, path.id),
} satisfies AreaHandlers
