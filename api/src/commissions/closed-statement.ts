import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { announce } from '../outbox/announce.ts'
import { enqueueAll } from '../outbox/enqueue.ts'
import { type StatementRow, statementColumns, statementsFrom } from './statements.ts'

declare module '../outbox/enqueue.ts' {
  interface Jobs {
    'mail-statement': { statementId: string }
  }
}

/** Has the agencies told that their statements are closed, by mail and to their programs. */
export async function tellClosed(trx: Transaction<DB>, statementIds: readonly string[], now: Date): Promise<void> {
  const jobs = statementIds.map((statementId) => ({ payload: { statementId }, key: `mail-statement:${statementId}` }))
  await enqueueAll(trx, 'mail-statement', jobs)
  const { rows } = await sql<{ statementId: string; agencyId: string; agencyNo: string }>`
    select s.statement_id as "statementId", a.agency_id as "agencyId", a.agency_no as "agencyNo"
    from commission_statements s join agencies a using (agency_id)
    where s.statement_id = any(${statementIds}::uuid[]) order by a.agency_no, s.month`.execute(trx)
  for (const { statementId, agencyId, agencyNo } of rows)
    await announce(trx, 'statement.closed', { agencyId }, { agencyNo, statementId }, now)
}

/** What an agency is told of a closed statement, and where; nothing for one that holds nothing or an agency without an address. */
export async function readClosed(db: Kysely<DB>, statementId: string) {
  const { rows } = await sql<StatementRow & { email: string | null }>`
    select ${statementColumns}, a.email from ${statementsFrom}
    where s.statement_id = ${statementId} and s.state <> 'open'`.execute(db)
  const [row] = rows
  if (!row?.email || (row.lines === 0 && row.adjustment_cents === 0)) return undefined
  return {
    email: row.email,
    company: row.company,
    month: `${row.month.slice(5, 7)}/${row.month.slice(0, 4)}`,
    commissionCents: row.commission_cents,
    adjustmentCents: row.adjustment_cents,
    totalCents: row.commission_cents + row.adjustment_cents,
  }
}
