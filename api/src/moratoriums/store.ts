import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { isId } from '../http/id.ts'
import { type Page, type PageQuery, readPage } from '../http/page.ts'
import { getMoratoriumStatus, type MoratoriumEvent } from './moratorium-event.ts'

export interface MoratoriumRow {
  moratorium_event_id: string
  name: string
  kind: MoratoriumEvent['kind']
  peril: string | null
  reason: string
  start_date: string
  stop_date: string | null
  planned_stop_date: string | null
  withdrawn_at: Date | null
  product_ids: MoratoriumEvent['products']
  actions: MoratoriumEvent['actions']
  created_by: string | null
  created_at: Date
  locations: MoratoriumEvent['locations']
}

export const moratoriumTables = sql`moratorium_events e`
export const moratoriumColumns = sql`e.*, (
  select coalesce(json_agg(json_build_object('countyFips', l.county_fips, 'county', c.name, 'state', c.state,
      'startDate', l.start_date, 'stopDate', l.stop_date) order by c.state, c.name), '[]')
  from moratorium_locations l join counties c using (county_fips)
  where l.moratorium_event_id = e.moratorium_event_id) as locations`

/** Converts a moratorium row to the contract's format. */
export function toMoratoriumResponse(row: MoratoriumRow, now: Date): MoratoriumEvent {
  const end = {
    stopDate: row.stop_date,
    plannedStopDate: row.planned_stop_date,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  }
  return {
    id: row.moratorium_event_id,
    name: row.name,
    kind: row.kind,
    peril: row.peril,
    reason: row.reason,
    startDate: row.start_date,
    ...end,
    status: getMoratoriumStatus(end, now),
    products: row.product_ids,
    actions: row.actions,
    locations: row.locations,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by ?? '',
  }
}

type ReadCtx = Pick<Ctx, 'db' | 'now'>

/** Returns up to 1,000 moratoriums, latest start date first. */
export async function findMoratoriums(
  { db, now }: ReadCtx,
  condition: RawBuilder<SqlBool>,
): Promise<MoratoriumEvent[]> {
  const { rows } = await sql<MoratoriumRow>`select ${moratoriumColumns} from ${moratoriumTables} where ${condition}
    order by e.start_date desc, e.moratorium_event_id limit 1000`.execute(db)
  return rows.map((row) => toMoratoriumResponse(row, now))
}

/** Returns a page of all moratoriums, including ended ones. */
export const getMoratoriumPage = ({ db, now }: ReadCtx, query: PageQuery): Promise<Page<MoratoriumEvent>> =>
  readPage<MoratoriumRow, MoratoriumEvent>(
    db,
    {
      columns: moratoriumColumns,
      from: moratoriumTables,
      where: sql<SqlBool>`true`,
      order: [
        { column: sql`e.start_date`, type: 'date', direction: 'desc' },
        { column: sql`e.moratorium_event_id`, type: 'uuid', direction: 'asc' },
      ],
      present: (rows) => rows.map((row) => toMoratoriumResponse(row, now)),
    },
    query,
  )

/** Returns one moratorium. Throws 404. */
export async function requireMoratorium(ctx: ReadCtx, id: string): Promise<MoratoriumEvent> {
  const condition = sql<SqlBool>`e.moratorium_event_id = ${id}`
  const [event] = isId(id) ? await findMoratoriums(ctx, condition) : []
  if (!event) throw createNotFoundError({ id })
  return event
}
