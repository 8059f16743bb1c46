import { sql } from 'kysely'
import { ok } from '../http/answer.ts'
import { contains } from '../http/collection.ts'
import type { Handler } from '../http/operation.ts'
import { pageOfSummaries } from './summary.ts'
import { seenBy } from './visible.ts'

/** Agencies by a part of their number, company or email; agents search their own and those below it (decision 9). */
export const searchAgencies: Handler<'searchAgencies'> = async (ctx, { query }) => {
  const wanted = query.searchParam?.trim()
  const matches = wanted
    ? sql<boolean>`(${contains(sql`a.agency_no`, wanted)} or ${contains(sql`a.company`, wanted)} or ${contains(sql`a.email`, wanted)})`
    : sql<boolean>`true`
  return ok(await pageOfSummaries(ctx.db, sql<boolean>`${seenBy(ctx.actor)} and ${matches}`, query))
}
