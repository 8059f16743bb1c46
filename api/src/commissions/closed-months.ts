import { sql } from 'kysely'
import { addMonths } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'

/**
 * Returns the first day after the last closed month, or null if no month is closed. A month is closed if a monthly run
 * closed it or if one of the given agencies has a closed statement for it. In a transaction, locks the agencies'
 * statements so that they stay open.
 */
export async function getFirstOpenDate({ db }: Pick<Ctx, 'db'>, agencyIds: readonly string[]): Promise<string | null> {
  const lock = db.isTransaction ? sql`for share` : sql``
  const { rows: statements } = await sql<{ month: string; state: string }>`
    select month, state from commission_statements where agency_id = any(${agencyIds}::uuid[])
    order by agency_id, month ${lock}`.execute(db)
  const { rows: runs } = await sql<{ month: string }>`
    select month from commission_runs where is_closing and state = 'done' order by month desc limit 1`.execute(db)
  const closed = [...statements.filter(({ state }) => state !== 'open'), ...runs].map(({ month }) => month)
  const last = closed.toSorted().at(-1)
  return last === undefined ? null : addMonths(last, 1)
}

/** Throws 422 if a rate or an override starts in a closed month. */
export async function assertOpenMonth(
  ctx: Pick<Ctx, 'db'>,
  agencyIds: readonly string[],
  field: string,
  date: string,
): Promise<void> {
  const first = await getFirstOpenDate(ctx, agencyIds)
  if (first === null || date >= first) return
  const closed = addMonths(first, -1)
  throw createUnprocessableError(
    'month_closed',
    `${field}: commission through ${closed.slice(5, 7)}/${closed.slice(0, 4)} is closed. The first date is ${formatUsDate(first)}.`,
    field,
  )
}
