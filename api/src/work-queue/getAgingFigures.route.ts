import { sql } from 'kysely'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { Handler } from '../http/operation.ts'
import { type AgingSums, buildAgingSums, toAgingAmounts } from '../ledger/aging.ts'

/** Builds the statement for the balances of all policies by days past due. It reads only open obligations. */
export const buildAgingStatement = (today: string) => sql<AgingSums>`
  select ${buildAgingSums(today)} from obligations o where o.open_cents > 0`

/** Returns the balances of all policies by days past due, with the dates of the aging list (UI-21). */
export const getAgingFigures: Handler<'getAgingFigures'> = async ({ db, now }) => {
  const { rows } = await buildAgingStatement(getPropertyDate(now, 'FL')).execute(db)
  return toAgingAmounts(rows[0] ?? { later: 0, to30: 0, to60: 0, to90: 0, beyond: 0 })
}
