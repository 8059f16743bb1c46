import { sql } from 'kysely'
import type { TransactionContext } from '../http/context.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import type { ClosedStatement } from './closed-statement.ts'
import { statementClosedEvent } from './events.ts'

/** Publishes an event for each closed statement, sorted by agency. */
export async function notifyStatementClosed(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  statementIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<ClosedStatement>`
    select s.statement_id as "statementId", a.agency_id as "agencyId", a.agency_no as "agencyNo"
    from commission_statements s join agencies a using (agency_id)
    where s.statement_id = any(${statementIds}::uuid[]) order by a.agency_no, s.month`.execute(ctx.db)
  for (const statement of rows) await publishEvent(ctx, statementClosedEvent, statement)
}
