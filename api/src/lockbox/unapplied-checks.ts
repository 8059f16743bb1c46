import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Operations } from '../generated/operations.ts'
import type { Ctx } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import { itemMatchesSql } from './admin-items.ts'
import { itemTables, listLockboxItems, openForStaffCondition } from './items.ts'

type Query = Operations['listUnappliedChecks']['body']

function buildCondition({
  status = 'unapplied',
  lockboxNo,
  depositDateFrom,
  depositDateTo,
  text,
}: Query): RawBuilder<SqlBool> {
  const conditions = [
    status === 'unapplied' ? openForStaffCondition : sql<SqlBool>`i.state = ${status}`,
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

/** Returns a page of checks with the total amount of all checks that match. */
export async function listUnappliedChecks(
  ctx: Ctx,
  query: Query,
): Promise<Operations['listUnappliedChecks']['response']['payload']> {
  const condition = buildCondition(query)
  const [page, totals] = await Promise.all([
    listLockboxItems(ctx, condition, query),
    sql<{ cents: number }>`select coalesce(sum(i.amount_cents), 0)::bigint as cents
      from ${itemTables} where ${condition}`.execute(ctx.db),
  ])
  return { ...page, totalAmount: toDollars(totals.rows[0]?.cents ?? 0) }
}
