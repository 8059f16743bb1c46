import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ApiResponse, ok } from '../http/response.ts'
import { adminLockboxItemCollection, exportLockboxItems } from './admin-items.ts'
import { importLockboxFile } from './import-file.ts'
import { listLockboxImports, requireLockboxImport, toLockboxImportResponse } from './imports.ts'
import { listImportedItems, requireLockboxItem, toLockboxItemResponses } from './items.ts'
import { readLockboxAddress } from './read-address.ts'
import { settleLockboxItem } from './settle-item.ts'
import { listUnappliedChecks } from './unapplied-checks.ts'

export const lockboxHandlers = {
  getLockboxAddress: async (ctx, { path }) => ok(await readLockboxAddress(ctx, path.policyNo)),

  listUnappliedChecks: async (ctx, { body }) => ok(await listUnappliedChecks(ctx, body)),

  updateLockboxItem: async (ctx, { body }) => ok(await settleLockboxItem(ctx, body)),

  importLockboxFile: {
    // The file belongs to no policy, so the earlier role check is sufficient.
    before: () => undefined,
    handle: async (ctx, { body }) => ok(await importLockboxFile(ctx, body)),
  },

  listLockboxImports: async (ctx, { query }) => ok(await listLockboxImports(ctx.db, query)),

  getLockboxImport: async (ctx, { path, query }) => {
    const row = await requireLockboxImport(ctx.db, path.importId)
    const items = await listImportedItems(ctx, path.importId, query)
    return ok({ import: toLockboxImportResponse(row), ...items })
  },

  listAdminLockboxItems: async (ctx, { query }) => {
    const { body, headers } = await listCollection(ctx.db, adminLockboxItemCollection, query)
    return new ApiResponse(await toLockboxItemResponses(ctx, body), { headers })
  },

  exportAdminLockboxItems: (ctx, { query }) => exportLockboxItems(ctx, query),

  getAdminLockboxItem: (ctx, { path }) => requireLockboxItem(ctx, path.id),
} satisfies AreaHandlers
