import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { adminAuditCollection, exportAuditLog, requireAuditEntry } from './admin-audit.ts'

export const auditHandlers = {
  listAdminAudit: (ctx, { query }) => listCollection(ctx.db, adminAuditCollection, query),
  getAdminAuditEntry: (ctx, { path }) => requireAuditEntry(ctx, path.id),
  exportAdminAudit: (ctx, { query }) => exportAuditLog(ctx, query),
} satisfies AreaHandlers
