import { requireApprovalRequest } from '../approvals/admin-approvals.ts'
import type { Handler } from '../http/operation.ts'
import { decideApproval } from './decide-approval.ts'

/** Decides a pending change and returns it. */
export const decideAdminApproval: Handler<'decideAdminApproval'> = async (ctx, { path, body }) => {
  await decideApproval(ctx, path.id, body.decision)
  return requireApprovalRequest(ctx, path.id)
}
