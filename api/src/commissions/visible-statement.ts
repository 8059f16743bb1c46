import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { visibleAgencyCondition } from '../agencies/visibility.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { type PageQuery, readPage } from '../http/page.ts'
import { type StatementRow, statementColumns, statementTables, toStatementResponse } from './statements.ts'

/**
 * Returns a page of statements, sorted by agency number. Agents see only the statements of their agency and its
 * sub-agencies (ACC-3).
 */
export const listVisibleStatements = (
  ctx: Pick<Ctx, 'db' | 'actor'>,
  condition: RawBuilder<SqlBool>,
  query: PageQuery,
) =>
  readPage<StatementRow, ReturnType<typeof toStatementResponse>>(
    ctx.db,
    {
      columns: statementColumns,
      from: statementTables,
      where: sql<boolean>`${condition} and ${visibleAgencyCondition(ctx.actor)}`,
      order: [{ column: sql`a.agency_no`, type: 'text', direction: 'asc' }],
      present: (rows) => rows.map(toStatementResponse),
    },
    query,
  )

/** Returns a statement. Throws 404 if it does not exist or its agency is not visible to the caller (ACC-4). */
export async function requireVisibleStatement(ctx: Pick<Ctx, 'db' | 'actor'>, statementId: string) {
  const { rows } = await sql<StatementRow>`
    select ${statementColumns} from ${statementTables}
    where s.statement_id = ${statementId} and ${visibleAgencyCondition(ctx.actor)}`.execute(ctx.db)
  if (!rows[0]) throw createNotFoundError({ statementId })
  return toStatementResponse(rows[0])
}
