import { sql } from 'kysely'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { agencyMatchesSql } from './agency-search.ts'
import { getAgencySummaryPage } from './summary.ts'
import { visibleAgencyCondition } from './visibility.ts'

/**
 * Searches agencies by partial number, name, contact or license. Agents find only their own agency and its sub-agencies
 * (ACC-3).
 */
export const searchAgencies: Handler<'searchAgencies'> = async (ctx, { query }) => {
  const wanted = query.searchParam?.trim()
  const fits = wanted ? agencyMatchesSql(wanted) : sql<boolean>`true`
  return ok(await getAgencySummaryPage(ctx.db, sql<boolean>`${visibleAgencyCondition(ctx.actor)} and ${fits}`, query))
}
