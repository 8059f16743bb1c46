import { sql } from 'kysely'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { agencyMatches } from './agency-search.ts'
import { getSummaryPage } from './summary.ts'
import { isVisibleTo } from './visibility.ts'

/**
 * Searches agencies by part of their number, name, contacts or licenses. Agents find only their own agency and its
 * sub-agencies (ACC-3).
 */
export const searchAgencies: Handler<'searchAgencies'> = async (ctx, { query }) => {
  const wanted = query.searchParam?.trim()
  const fits = wanted ? agencyMatches(wanted) : sql<boolean>`true`
  return ok(await getSummaryPage(ctx.db, sql<boolean>`${isVisibleTo(ctx.actor)} and ${fits}`, query))
}
