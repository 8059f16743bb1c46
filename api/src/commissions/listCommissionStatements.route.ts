import { sql } from 'kysely'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { listVisibleStatements } from './visible-statement.ts'

/** Returns the statements of a month, sorted by agency number (COM-1). */
export const listCommissionStatements: Handler<'listCommissionStatements'> = async (ctx, { query }) => {
  const { year, month, agencyNo, ...page } = query
  const ofMonth = sql<boolean>`s.month = make_date(${year}::int, ${month}::int, 1)`
  const ofAgency = agencyNo === undefined ? sql<boolean>`true` : sql<boolean>`a.agency_no = ${agencyNo}`
  return ok(await listVisibleStatements(ctx, sql<boolean>`${ofMonth} and ${ofAgency}`, page))
}
