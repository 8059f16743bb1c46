import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../db/schema.ts'
import { createBadRequestError } from './collection.ts'

/** Maximum total count. Rows beyond this number are not counted. */
const countLimit = 10_000

/** Paging parameters of all lists: a number of rows, and an offset or a cursor. */
export interface PageQuery {
  take?: number | undefined
  skip?: number | undefined
  /** The `nextCursor` of the previous page. */
  cursor?: string | undefined
}

/** The list object of the contract. */
export interface Page<Shown> {
  /** Total number of rows. If `isCapped` is true, there can be more rows. */
  resultCount: number
  isCapped: boolean
  items: Shown[]
  /** Cursor of the next page. Null on the last page. */
  nextCursor: string | null
}

/** Patterns for cursor values by PostgreSQL type. They reject manipulated cursors before a query is made. */
const kinds = {
  date: z.iso.date(),
  timestamptz: z.iso.datetime({ offset: true, local: true }),
  text: z.string().max(300),
  uuid: z.uuid(),
  int: z.int32(),
  bigint: z.int().min(0),
} as const

/** A column by which a list is sorted. */
interface SortColumn {
  column: RawBuilder<unknown>
  type: keyof typeof kinds
  direction: 'asc' | 'desc'
}

/** The sort columns of a list. Together they must be unique, and none can be null. */
type SortOrder = readonly SortColumn[]

type Place = unknown[]

const invalidCursorMessage = 'this cursor is not from this list. Start without a cursor.'

const encodeCursor = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url')

function decodeCursor(cursor: string, types: readonly SortColumn['type'][], field = 'cursor'): Place {
  let place: unknown
  try {
    place = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    place = undefined
  }
  const isOurs =
    Array.isArray(place) &&
    place.length === types.length &&
    types.every((type, at) => kinds[type].safeParse((place as Place)[at]).success) &&
    // PostgreSQL accepts neither NUL characters nor the year 0.
    !/\\u0000|"0000-/.test(JSON.stringify(place))
  if (!isOurs) throw createBadRequestError(field, invalidCursorMessage)
  return place as Place
}

/** Returns the cursor for a position in a continuous list such as the event log. */
export const encodePositionCursor = (position: number): string => encodeCursor([position])

/**
 * Returns the position that a cursor of a continuous list contains. Throws 400 if the cursor belongs to another list.
 */
export const decodePositionCursor = (cursor: string): number => Number(decodeCursor(cursor, ['bigint'], 'after')[0])

/**
 * SQL condition for rows after a position in the sort order. If values in the first column are equal, the next column
 * is compared.
 */
function after(order: SortOrder, place: Place): RawBuilder<SqlBool> {
  const values = order.map(({ type }, at) => sql`${place[at]}::${sql.raw(type)}`)
  const beyond = order.map(({ column, direction }, at) =>
    direction === 'asc' ? sql<SqlBool>`${column} > ${values[at]}` : sql<SqlBool>`${column} < ${values[at]}`,
  )
  return order.reduceRight<RawBuilder<SqlBool>>(
    (rest, { column }, at) => sql<SqlBool>`(${beyond[at]} or (${column} = ${values[at]} and ${rest}))`,
    sql<SqlBool>`false`,
  )
}

/** The SQL and the row mapping of a paged list. */
export interface PagedList<Row, Shown> {
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  /** Visibility and filter conditions. */
  where: RawBuilder<SqlBool>
  order: SortOrder
  present: (rows: Row[]) => Shown[] | Promise<Shown[]>
  /** Number of matching rows, if the caller has already counted them. Numbers above the count limit need not be exact. */
  counted?: number
}

/** Counts the rows of a list up to one more than the limit. */
async function countRows(
  db: Kysely<DB> | Transaction<DB>,
  { from, where }: Pick<PagedList<never, never>, 'from' | 'where'>,
) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from ${from} where ${where} limit ${countLimit + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Returns one page of a list. With a cursor, the page starts after the last row of the previous page. Rows that are
 * added between two requests cause neither duplicates nor gaps.
 *
 * @param most the default number of rows
 * @throws {ApiError} 400 if the cursor belongs to another list
 */
export async function readPage<Row extends object, Shown>(
  db: Kysely<DB> | Transaction<DB>,
  list: PagedList<Row, Shown>,
  query: PageQuery,
  most = 50,
): Promise<Page<Shown>> {
  const { columns, from, where, order, present } = list
  const { take = most, skip = 0, cursor } = query
  const types = order.map(({ type }) => type)
  const rest = cursor ? after(order, decodeCursor(cursor, types)) : sql<SqlBool>`true`
  const place = sql.join(order.map(({ column }) => column))
  const by = sql.join(order.map(({ column, direction }) => sql`${column} ${sql.raw(direction)}`))
  // One extra row shows whether there is another page.
  const { rows } = await sql<Row & { place_in_list: Place }>`
    select ${columns}, json_build_array(${place}) as place_in_list from ${from}
    where ${where} and ${rest} order by ${by} limit ${take + 1} offset ${skip}`.execute(db)
  const counted = list.counted ?? (await countRows(db, list))
  const shown = rows.slice(0, take)
  const last = rows.length > take ? shown.at(-1) : undefined
  return {
    resultCount: Math.min(counted, countLimit),
    isCapped: counted > countLimit,
    items: await present(shown.map(({ place_in_list: _, ...row }) => row as unknown as Row)),
    nextCursor: last ? encodeCursor(last.place_in_list) : null,
  }
}

/** Sort key of an in-memory list, newest first: a timestamp in milliseconds and an id. */
export type TimeSortKey = readonly [at: number, id: string]

/** Compares two sort keys. Negative if the first key comes first. */
const compare = (one: TimeSortKey, other: TimeSortKey) =>
  other[0] - one[0] || Number(one[1] < other[1]) - Number(one[1] > other[1])

/** The latest time that a `Date` can represent, in milliseconds. */
const maxTimestampMs = 8.64e15

/**
 * Returns the start of a page from its cursor, or undefined for the first page. Throws 400 if the cursor belongs to
 * another list.
 */
export function decodeTimeSortKey(cursor: string | undefined): TimeSortKey | undefined {
  if (!cursor) return undefined
  const [moment, id] = decodeCursor(cursor, ['text', 'text'])
  const at = Number(moment)
  if (!(Math.abs(at) <= maxTimestampMs)) throw createBadRequestError('cursor', invalidCursorMessage)
  return [at, String(id)]
}

/** Returns one page of in-memory rows, newest first. Throws 400 if the cursor belongs to another list. */
export function getInMemoryPage<Item>(
  all: readonly Item[],
  placeIn: (item: Item) => TimeSortKey,
  { take = 50, skip = 0, cursor }: PageQuery,
): Page<Item> {
  const sorted = all.toSorted((one, other) => compare(placeIn(one), placeIn(other)))
  const from = decodeTimeSortKey(cursor)
  const rest = from ? sorted.filter((item) => compare(from, placeIn(item)) < 0) : sorted
  const items = rest.slice(skip, skip + take)
  const last = rest.length > skip + take ? items.at(-1) : undefined
  return {
    resultCount: all.length,
    isCapped: false,
    items,
    nextCursor: last ? encodeCursor(placeIn(last).map(String)) : null,
  }
}
