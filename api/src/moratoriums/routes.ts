import { type SqlBool, sql } from 'kysely'
import {
  anyContainsTextSql,
  type Collection,
  createBadRequestError,
  hasAnyIdSql,
  listCollection,
} from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { isActiveMoratoriumSql } from './moratorium-event.ts'
import { saveMoratorium } from './save-moratorium.ts'
import {
  findMoratoriums,
  getMoratoriumPage,
  type MoratoriumRow,
  moratoriumColumns,
  moratoriumTables,
  requireMoratorium,
  toMoratoriumResponse,
} from './store.ts'
import { withdrawMoratorium } from './withdraw-moratorium.ts'

const somewhere = (condition: ReturnType<typeof sql<SqlBool>>) => sql<SqlBool>`exists (
  select from moratorium_locations l join counties c using (county_fips)
  where l.moratorium_event_id = e.moratorium_event_id and ${condition})`

const defineAdminMoratoriums = (now: Date): Collection<'listAdminMoratoriums', MoratoriumRow> => ({
  name: 'moratoriums',
  from: moratoriumTables,
  columns: moratoriumColumns,
  id: sql`e.moratorium_event_id`,
  sorts: {
    startDate: sql`e.start_date`,
    stopDate: sql`e.stop_date`,
    name: sql`lower(e.name)`,
    id: sql`e.moratorium_event_id`,
  },
  mayBeNull: ['stopDate'],
  filters: {
    q: (text) => anyContainsTextSql([sql`e.name`, sql`e.reason`], text),
    kind: (kind) => sql`e.kind = ${kind}`,
    isActive: (active) => (active ? isActiveMoratoriumSql(now) : sql<SqlBool>`not ${isActiveMoratoriumSql(now)}`),
    state: (state) => somewhere(sql<SqlBool>`c.state = ${state}`),
    countyFips: (fips) => somewhere(sql<SqlBool>`l.county_fips = ${fips}`),
    productId: (id) => sql`${id} = any(e.product_ids)`,
    id: (ids) => hasAnyIdSql(sql`e.moratorium_event_id`, ids),
  },
  present: (row) => toMoratoriumResponse(row, now),
})

export const moratoriumHandlers = {
  listMoratoriumEvents: async (ctx, { query }) => ok(await getMoratoriumPage(ctx, query)),

  listActiveMoratoriumEvents: async (ctx) => ok(await findMoratoriums(ctx, isActiveMoratoriumSql(ctx.now))),

  listCounties: async (ctx, { query }) => {
    const counties = ctx.db.selectFrom('counties').select(['county_fips as countyFips', 'name as county', 'state'])
    const found = query.state ? counties.where('state', '=', query.state) : counties
    return ok(
      (await found.orderBy('state').orderBy('name').execute()) as { countyFips: string; county: string; state: 'FL' }[],
    )
  },

  saveMoratorium: async (ctx, { body }) => ok(await saveMoratorium(ctx, body)),

  updateMoratorium: async (ctx, { body }) => {
    if (!body.id) throw createBadRequestError('id', 'must be the ID of the moratorium.')
    return ok(await saveMoratorium(ctx, body))
  },

  withdrawMoratorium: async (ctx, { path }) => ok(await withdrawMoratorium(ctx, path.moratoriumId)),

  listAdminMoratoriums: (ctx, { query }) => listCollection(ctx.db, defineAdminMoratoriums(ctx.now), query),

  getAdminMoratorium: (ctx, { path }) => requireMoratorium(ctx, path.id),

  createAdminMoratorium: (ctx, { body: { id: _given, ...event } }) => saveMoratorium(ctx, event),

  updateAdminMoratorium: (ctx, { path, body }) => saveMoratorium(ctx, body, path.id),
} satisfies AreaHandlers
