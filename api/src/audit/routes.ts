import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { adminAudit, exportAudit, requireAuditEntry } from './admin-audit.ts'

export const auditHandlers = {
  listAdminAudit: (ctx, { query }) => listCollection(ctx.db, adminAudit, query),
  getAdminAuditEntry: (ctx, { path }) => requireAuditEntry(ctx, path.id),
  exportAdminAudit: (ctx, { query }) => exportAudit(ctx, query),
} satisfies AreaHandlers
