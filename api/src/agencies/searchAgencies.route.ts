import { sql } from 'kysely'
import { ok } from '../http/answer.ts'
import type { Handler } from '../http/operation.ts'
import { matches } from './matches.ts'
import { pageOfSummaries } from './summary.ts'
import { seenBy } from './visible.ts'

/** Agencies by a part of what they are looked for by; agents search their own and those below it (ACC-3). */
export const searchAgencies: Handler<'searchAgencies'> = async (ctx, { query }) => {
  const wanted = query.searchParam?.trim()
  const fits = wanted ? matches(wanted) : sql<boolean>`true`
  return ok(await pageOfSummaries(ctx.db, sql<boolean>`${seenBy(ctx.actor)} and ${fits}`, query))
}
