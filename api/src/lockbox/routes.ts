import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Operations } from '../generated/operations.ts'
import { listCollection } from '../http/collection.ts'
import { toDollars } from '../http/money.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ApiResponse, ok } from '../http/response.ts'
import { adminLockboxItemCollection, exportLockboxItems, itemMatchesSql } from './admin-items.ts'
import { importLockboxFile } from './import-file.ts'
import { listLockboxImports, requireLockboxImport, toLockboxImportResponse } from './imports.ts'
import { isOpenForStaffSql, itemTables, listLockboxItems, requireLockboxItem, toLockboxItemResponses } from './items.ts'
import { readLockboxAddress } from './read-address.ts'
import { settleLockboxItem } from './settle-item.ts'

type Query = Operations['listUnappliedChecks']['body']

function getCondition({
  status = 'unapplied',
  lockboxNo,
  depositDateFrom,
  depositDateTo,
  text,
}: Query): RawBuilder<SqlBool> {
  const conditions = [
    status === 'unapplied' ? isOpenForStaffSql : sql<SqlBool>`i.state = ${status}`,
    lockboxNo && sql<SqlBool>`i.lockbox_no = ${lockboxNo}`,
    depositDateFrom && sql<SqlBool>`i.deposit_date >= ${depositDateFrom}::date`,
    depositDateTo && sql<SqlBool>`i.deposit_date <= ${depositDateTo}::date`,
    text && itemMatchesSql(text),
  ]
  return sql<SqlBool>`${sql.join(
    conditions.filter((one) => typeof one === 'object'),
    sql` and `,
  )}`
}

export const lockboxHandlers = {
  getLockboxAddress: async (ctx, { path }) => ok(await readLockboxAddress(ctx, path.policyNo)),

  listUnappliedChecks: async (ctx, { body }) => {
    const condition = getCondition(body)
    const [page, totals] = await Promise.all([
      listLockboxItems(ctx, condition, body),
      sql<{ cents: number }>`select coalesce(sum(i.amount_cents), 0)::bigint as cents
        from ${itemTables} where ${condition}`.execute(ctx.db),
    ])
    return ok({ ...page, totalAmount: toDollars(totals.rows[0]?.cents ?? 0) })
  },

  updateLockboxItem: async (ctx, { body }) => ok(await settleLockboxItem(ctx, body)),

  importLockboxFile: {
    // The file belongs to no policy, so the earlier role check is sufficient.
    before: () => undefined,
    handle: async (ctx, { body }) => ok(await importLockboxFile(ctx, body)),
  },

  listLockboxImports: async (ctx, { query }) => ok(await listLockboxImports(ctx.db, query)),

  getLockboxImport: async (ctx, { path, query }) => {
    const row = await requireLockboxImport(ctx.db, path.importId)
    const condition = sql<SqlBool>`i.lockbox_file_id = ${path.importId}`
    return ok({ import: toLockboxImportResponse(row), ...(await listLockboxItems(ctx, condition, query)) })
  },

  listAdminLockboxItems: async (ctx, { query }) => {
    const { body, headers } = await listCollection(ctx.db, adminLockboxItemCollection, query)
    return new ApiResponse(await toLockboxItemResponses(ctx, body), { headers })
  },

  exportAdminLockboxItems: (ctx, { query }) => exportLockboxItems(ctx, query),

  getAdminLockboxItem: (ctx, { path }) => requireLockboxItem(ctx, path.id),
} satisfies AreaHandlers
