import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { TransactionContext } from '../http/context.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'
import { type StatementRow, statementColumns, statementTables } from './statements.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'mail-statement': { statementId: string }
  }
}

export interface ClosedStatement {
  statementId: string
  agencyId: string
  agencyNo: string
}

/** Enqueues the email about a closed statement. The email is sent after the transaction commits. */
export const enqueueStatementEmail = (
  { db }: Pick<TransactionContext, 'db'>,
  { statementId }: ClosedStatement,
): Promise<void> => enqueueJob(db, 'mail-statement', { statementId }, { key: `mail-statement:${statementId}` })

/**
 * Returns the data for the email about a closed statement, or undefined if the statement is empty or the agency has no
 * email address.
 */
export async function readClosedStatement(db: Kysely<DB>, statementId: string) {
  const { rows } = await sql<StatementRow & { email: string | null }>`
    select ${statementColumns}, a.email from ${statementTables}
    where s.statement_id = ${statementId} and s.state <> 'open'`.execute(db)
  const [row] = rows
  if (!row?.email || (row.lines === 0 && row.adjustment_cents === 0)) return undefined
  return {
    email: row.email,
    isCarried: row.state === 'carried',
    company: row.company,
    month: `${row.month.slice(5, 7)}/${row.month.slice(0, 4)}`,
    commissionCents: row.commission_cents,
    adjustmentCents: row.adjustment_cents,
    totalCents: row.commission_cents + row.adjustment_cents,
  }
}
