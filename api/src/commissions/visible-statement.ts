import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isVisibleTo } from '../agencies/visibility.ts'
import { notFound } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { type PageQuery, readPage } from '../http/page.ts'
import { presentStatement, type StatementRow, statementColumns, statementsFrom } from './statements.ts'

/**
 * Returns a page of statements, sorted by agency number. Agents see only the statements of their agency and its
 * sub-agencies (ACC-3).
 */
export const listVisibleStatements = (
  ctx: Pick<Ctx, 'db' | 'actor'>,
  condition: RawBuilder<SqlBool>,
  query: PageQuery,
) =>
  readPage<StatementRow, ReturnType<typeof presentStatement>>(
    ctx.db,
    {
      columns: statementColumns,
      from: statementsFrom,
      where: sql<boolean>`${condition} and ${isVisibleTo(ctx.actor)}`,
      order: [{ column: sql`a.agency_no`, type: 'text', way: 'asc' }],
      present: (rows) => rows.map(presentStatement),
    },
    query,
  )

/** Returns a statement. Throws 404 if it does not exist or its agency is not visible to the caller (ACC-4). */
export async function requireVisibleStatement(ctx: Pick<Ctx, 'db' | 'actor'>, statementId: string) {
  const { rows } = await sql<StatementRow>`
    select ${statementColumns} from ${statementsFrom}
    where s.statement_id = ${statementId} and ${isVisibleTo(ctx.actor)}`.execute(ctx.db)
  if (!rows[0]) throw notFound({ statementId })
  return presentStatement(rows[0])
}
