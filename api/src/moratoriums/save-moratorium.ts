import type { Transaction } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getActorName, type TransactionContext } from '../http/context.ts'
import { isId } from '../http/id.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { appendEvent } from '../outbox/append-event.ts'
import {
  getDatePart,
  type MoratoriumDates,
  type MoratoriumDraft,
  type MoratoriumEvent,
  parseMoratoriumDates,
} from './moratorium-event.ts'
import { requireMoratorium } from './store.ts'

/** Returns a county's own stop date or the moratorium's, whichever is earlier (MOR-4). */
const getCountyStopDate = (own: string | null, stopDate: string | null) =>
  stopDate === null ? own : own !== null && own < stopDate ? own : stopDate

async function writeLocations(trx: Transaction<DB>, eventId: string, draft: MoratoriumDraft, days: MoratoriumDates) {
  const codes = draft.locations.map(({ countyFips }) => countyFips)
  const known = await trx.selectFrom('counties').select('county_fips').where('county_fips', 'in', codes).execute()
  const unknown = codes.find((code) => !known.some(({ county_fips }) => county_fips === code))
  if (unknown)
    throw createUnprocessableError('unknown_county', `locations: there is no county ${unknown}.`, 'locations')
  if (new Set(codes).size < codes.length)
    throw createUnprocessableError('duplicate_item', 'locations: a county is listed twice.', 'locations')
  const values = draft.locations.map((location) => {
    const start_date = getDatePart(location.startDate) ?? days.startDate
    return {
      moratorium_event_id: eventId,
      county_fips: location.countyFips,
      start_date,
      stop_date: getCountyStopDate(getDatePart(location.stopDate), days.stopDate),
    }
  })
  const wrong = values.find(({ start_date, stop_date }) => stop_date !== null && stop_date < start_date)
  if (wrong)
    throw createUnprocessableError(
      'stop_before_start',
      `locations: county ${wrong.county_fips} would stop before it starts.`,
      'locations',
    )
  await trx.deleteFrom('moratorium_locations').where('moratorium_event_id', '=', eventId).execute()
  // The number of parameters per SQL statement is limited, so one statement cannot include all counties in the country.
  for (let from = 0; from < values.length; from += 500)
    await trx
      .insertInto('moratorium_locations')
      .values(values.slice(from, from + 500))
      .execute()
}

const getColumns = (draft: MoratoriumDraft, days: MoratoriumDates) => ({
  name: draft.name.trim(),
  kind: draft.kind,
  ...(draft.peril ? { peril: draft.peril } : {}),
  reason: draft.reason,
  start_date: days.startDate,
  stop_date: days.stopDate,
  planned_stop_date: days.plannedStopDate,
  product_ids: draft.products,
  actions: draft.actions,
})

async function create(ctx: TransactionContext, draft: MoratoriumDraft, days: MoratoriumDates): Promise<string> {
  const { id } = await ctx.db
    .insertInto('moratorium_events')
    .values({ ...getColumns(draft, days), created_by: getActorName(ctx.actor), created_at: ctx.now })
    .returning('moratorium_event_id as id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Locks a moratorium that can still be changed.
 * @throws {ApiError} 404 if the moratorium does not exist; 409 if it was stopped or withdrawn
 */
export async function lockEditableMoratorium(trx: Transaction<DB>, id: string): Promise<{ name: string }> {
  const row = isId(id)
    ? await trx
        .selectFrom('moratorium_events')
        .select(['name', 'stop_date', 'withdrawn_at'])
        .where('moratorium_event_id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw createNotFoundError({ id })
  if (row.stop_date !== null)
    throw createConflictError('already_stopped', 'A moratorium that has ended cannot be changed.')
  if (row.withdrawn_at !== null)
    throw createConflictError('already_withdrawn', 'A withdrawn moratorium cannot be changed.')
  return row
}

async function change(trx: Transaction<DB>, id: string, draft: MoratoriumDraft, days: MoratoriumDates) {
  await lockEditableMoratorium(trx, id)
  await trx
    .updateTable('moratorium_events')
    .set(getColumns(draft, days))
    .where('moratorium_event_id', '=', id)
    .execute()
}

/**
 * Creates a moratorium, or changes or stops the one with the given id.
 * @throws {ApiError} 404 if the moratorium does not exist; 409 if it was stopped or withdrawn; 422 if the stop date is
 * not before today (MOR-4), the county is unknown or the kind does not allow the actions (MOR-1)
 */
export const saveMoratorium = (ctx: Ctx, draft: MoratoriumDraft, id = draft.id): Promise<MoratoriumEvent> =>
  runInTransaction(ctx, async (ctx) => {
    const days = parseMoratoriumDates(draft, ctx.now.toISOString().slice(0, 10))
    if (id) await change(ctx.db, id, draft, days)
    const eventId = id ?? (await create(ctx, draft, days))
    await writeLocations(ctx.db, eventId, draft, days)
    const eventData = { moratoriumId: eventId, name: draft.name }
    if (id === undefined) await appendEvent(ctx.db, 'moratorium.started', {}, eventData, ctx.now)
    else if (days.stopDate) await appendEvent(ctx.db, 'moratorium.stopped', {}, eventData, ctx.now)
    await writeAuditEntry(ctx, {
      action: id === undefined ? 'moratorium.start' : days.stopDate ? 'moratorium.stop' : 'moratorium.change',
      entity: 'moratorium',
      entityId: eventId,
      details: { name: draft.name, ...days, counties: draft.locations.length },
    })
    return requireMoratorium(ctx, eventId)
  })
