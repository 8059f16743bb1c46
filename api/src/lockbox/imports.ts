import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { DB, LockboxFile } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import { toDollars } from '../http/money.ts'
import { type Page, type PageQuery, readPage } from '../http/page.ts'

type Import = Operations['importLockboxFile']['response']['payload']
export type LockboxImportRow = Selectable<LockboxFile>

/**
 * Converts the result of an import to the contract's format. Changes that staff make later appear only in the imported
 * items.
 */
export const toLockboxImportResponse = (row: LockboxImportRow): Import => ({
  importId: row.lockbox_file_id,
  fileName: row.file_name,
  format: row.format,
  bank: row.bank,
  createdAt: row.created_at.toISOString(),
  createdByUserName: row.created_by ?? '',
  itemCount: row.item_count,
  totalAmount: toDollars(row.total_cents),
  appliedCount: row.applied_count,
  unappliedCount: row.item_count - row.applied_count - row.duplicate_count,
  flaggedCount: row.flagged_count,
  duplicateCount: row.duplicate_count,
})

/** Returns one import. Throws 404. */
export async function requireLockboxImport(db: Kysely<DB>, importId: string): Promise<LockboxImportRow> {
  const row = await db
    .selectFrom('lockbox_files')
    .selectAll()
    .where('lockbox_file_id', '=', importId)
    .executeTakeFirst()
  if (!row) throw createNotFoundError({ importId })
  return row
}

/** Returns a page of imports, newest first. */
export const listLockboxImports = (db: Kysely<DB>, query: PageQuery): Promise<Page<Import>> =>
  readPage<LockboxImportRow, Import>(
    db,
    {
      columns: sql`f.*`,
      from: sql`lockbox_files f`,
      where: sql<SqlBool>`true`,
      order: [
        { column: sql`f.created_at`, type: 'timestamptz', direction: 'desc' },
        { column: sql`f.lockbox_file_id`, type: 'uuid', direction: 'asc' },
      ],
      present: (rows) => rows.map(toLockboxImportResponse),
    },
    query,
  )
