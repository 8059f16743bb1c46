import { type SqlBool, sql } from 'kysely'
import { anyContainsTextSql, type Collection, idsCondition } from '../http/collection.ts'
import { activeMoratoriumCondition } from './moratorium-event.ts'
import { type MoratoriumRow, moratoriumColumns, moratoriumTables, toMoratoriumResponse } from './store.ts'

const somewhere = (condition: ReturnType<typeof sql<SqlBool>>) => sql<SqlBool>`exists (
  select from moratorium_locations l join counties c using (county_fips)
  where l.moratorium_event_id = e.moratorium_event_id and ${condition})`

/** The back-office list of moratoriums. */
export const createAdminMoratoriumCollection = (now: Date): Collection<'listAdminMoratoriums', MoratoriumRow> => ({
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
    isActive: (active) =>
      active ? activeMoratoriumCondition(now) : sql<SqlBool>`not ${activeMoratoriumCondition(now)}`,
    state: (state) => somewhere(sql<SqlBool>`c.state = ${state}`),
    countyFips: (fips) => somewhere(sql<SqlBool>`l.county_fips = ${fips}`),
    productId: (id) => sql`${id} = any(e.product_ids)`,
    id: (ids) => idsCondition(sql`e.moratorium_event_id`, ids),
  },
  present: (row) => toMoratoriumResponse(row, now),
})
