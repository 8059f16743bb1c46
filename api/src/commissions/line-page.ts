import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type PageQuery, readPage } from '../http/page.ts'
import { type LineRow, lineColumns, lineTables, toLineResponse } from './statements.ts'

/** Returns a page of a statement's lines, sorted by post date and policy. The caller must check access first. */
export const getStatementLinePage = (db: Kysely<DB>, statementId: string, query: PageQuery) =>
  readPage<LineRow, ReturnType<typeof toLineResponse>>(
    db,
    {
      columns: lineColumns,
      from: lineTables,
      where: sql<boolean>`l.statement_id = ${statementId}`,
      order: [
        { column: sql`t.post_date`, type: 'date', direction: 'asc' },
        { column: sql`p.policy_no`, type: 'text', direction: 'asc' },
        { column: sql`t.sequence`, type: 'int', direction: 'asc' },
        // A transaction can have several lines, one for each kind and rate.
        { column: sql`l.kind`, type: 'text', direction: 'asc' },
        { column: sql`l.rate_basis_points`, type: 'int', direction: 'asc' },
      ],
      present: (rows) => rows.map(toLineResponse),
    },
    query,
  )
