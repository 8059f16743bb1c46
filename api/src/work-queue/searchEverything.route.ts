import type { SearchGroup, SearchKind } from '@tideline/sdk/types'
import { sql } from 'kysely'
import type { Handler } from '../http/operation.ts'
import { toLikePatterns } from '../policy-reads/search-text.ts'
import { searchRecordsOfKind, searchSources } from './search-sources.ts'

/** Searches the types of records that the caller's roles may list (ACC-2). Each search uses an index. */
export const searchEverything: Handler<'searchEverything'> = async (ctx, { query }) => {
  const text = query.q.trim()
  const { actor } = ctx
  if (actor.kind !== 'staff' || toLikePatterns(text, 1).length === 0) return { groups: [] }
  const kinds = (Object.keys(searchSources) as SearchKind[]).filter((kind) => {
    const { role } = searchSources[kind]
    return !role || actor.roles.has(role)
  })
  const groups = await ctx.db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      // If the planner assumes that a text is common, it would scan the whole table. The lists use the same setting.
      await sql`set local enable_seqscan = off`.execute(trx)
      const found: (SearchGroup | undefined)[] = []
      for (const kind of kinds) found.push(await searchRecordsOfKind(trx, kind, text, ctx.now))
      return found
    })
  return { groups: groups.filter((group) => group !== undefined) }
}
