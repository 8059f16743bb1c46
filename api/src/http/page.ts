import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../db/schema.ts'
import { badRequest } from './collection.ts'

/** Counting stops here: nobody pages through more. */
const countLimit = 10_000

/** How many rows, after how many or after which: what every list of ours takes. */
export interface PageQuery {
  take?: number | undefined
  skip?: number | undefined
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined
}

/** The one list object of the contract. */
export interface Page<Shown> {
  /** Rows in all; at least so many when `isCapped`. */
  resultCount: number
  isCapped: boolean
  items: Shown[]
  /** Where the next page begins; null at the end. */
  nextCursor: string | null
}

/** What a cursor may hold for a column, by its type in PostgreSQL; one that was tampered with never reaches the database. */
const kinds = {
  date: z.iso.date(),
  timestamptz: z.iso.datetime({ offset: true, local: true }),
  text: z.string().max(300),
  uuid: z.uuid(),
  int: z.int32(),
  bigint: z.int().min(0),
} as const

/** A column that a list is ordered by. */
export interface OrderColumn {
  column: RawBuilder<unknown>
  type: keyof typeof kinds
  way: 'asc' | 'desc'
}

/** What a list is ordered by; together the columns tell any two rows apart, and none of them is ever null. */
export type Order = readonly OrderColumn[]

type Place = unknown[]

const notOurs = 'this cursor is not from this list. Start without a cursor.'

const getCursor = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url')

function getLocation(cursor: string, types: readonly OrderColumn['type'][], field = 'cursor'): Place {
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
    // PostgreSQL knows neither NUL nor the year 0.
    !/\\u0000|"0000-/.test(JSON.stringify(place))
  if (!isOurs) throw badRequest(field, notOurs)
  return place as Place
}

/** The cursor of a place that is one number, for what is read on and on. */
export const placeIn = (position: number): string => getCursor([position])

/** The number behind such a cursor. Throws 400 for a cursor of another list. */
export const placeAfter = (cursor: string): number => Number(getLocation(cursor, ['bigint'], 'after')[0])

/** What comes after a place: the first column decides, the next one where it is equal, and so on. */
function after(order: Order, place: Place): RawBuilder<SqlBool> {
  const values = order.map(({ type }, at) => sql`${place[at]}::${sql.raw(type)}`)
  const beyond = order.map(({ column, way }, at) =>
    way === 'asc' ? sql<SqlBool>`${column} > ${values[at]}` : sql<SqlBool>`${column} < ${values[at]}`,
  )
  return order.reduceRight<RawBuilder<SqlBool>>(
    (rest, { column }, at) => sql<SqlBool>`(${beyond[at]} or (${column} = ${values[at]} and ${rest}))`,
    sql<SqlBool>`false`,
  )
}

/** A list of ours, over SQL. */
export interface PagedList<Row, Shown> {
  /** Columns, after `select`. */
  columns: RawBuilder<unknown>
  /** Tables and joins, after `from`. */
  from: RawBuilder<unknown>
  /** Who sees what, and what was asked for. */
  where: RawBuilder<SqlBool>
  order: Order
  present: (rows: Row[]) => Shown[] | Promise<Shown[]>
}

/**
 * One page of a list. With a cursor it begins after the last row of the page before, so that rows which are written
 * meanwhile neither show one twice nor hide one.
 *
 * @param most how many rows where none are asked for
 * @throws 400 for a cursor of another list
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
  const rest = cursor ? after(order, getLocation(cursor, types)) : sql<SqlBool>`true`
  const place = sql.join(order.map(({ column }) => column))
  const by = sql.join(order.map(({ column, way }) => sql`${column} ${sql.raw(way)}`))
  // One more than is shown tells whether another page follows.
  const { rows } = await sql<Row & { place_in_list: Place }>`
    select ${columns}, json_build_array(${place}) as place_in_list from ${from}
    where ${where} and ${rest} order by ${by} limit ${take + 1} offset ${skip}`.execute(db)
  const counts = await sql<{ count: number }>`select count(*) as count from (
    select from ${from} where ${where} limit ${countLimit + 1}) counted`.execute(db)
  const counted = counts.rows[0]?.count ?? 0
  const shown = rows.slice(0, take)
  const last = rows.length > take ? shown.at(-1) : undefined
  return {
    resultCount: Math.min(counted, countLimit),
    isCapped: counted > countLimit,
    items: await present(shown.map(({ place_in_list: _, ...row }) => row as unknown as Row)),
    nextCursor: last ? getCursor(last.place_in_list) : null,
  }
}

/** What a list that is put together in memory is ordered by, newest first: a moment in milliseconds, then an id. */
export type MomentAndId = readonly [at: number, id: string]

/** Below zero when the one stands above the other. */
const compare = (one: MomentAndId, other: MomentAndId) =>
  other[0] - one[0] || Number(one[1] < other[1]) - Number(one[1] > other[1])

/** The farthest moment that a `Date` holds, in milliseconds. */
const endOfTime = 8.64e15

/** Where a page of such a list begins; nothing for the first. Throws 400 for a cursor of another list. */
export function getInstantAndId(cursor: string | undefined): MomentAndId | undefined {
  if (!cursor) return undefined
  const [moment, id] = getLocation(cursor, ['text', 'text'])
  const at = Number(moment)
  if (!(Math.abs(at) <= endOfTime)) throw badRequest('cursor', notOurs)
  return [at, String(id)]
}

/** One page of rows that are all at hand, newest first. Throws 400 for a cursor of another list. */
export function getPage<Item>(
  all: readonly Item[],
  placeIn: (item: Item) => MomentAndId,
  { take = 50, skip = 0, cursor }: PageQuery,
): Page<Item> {
  const sorted = all.toSorted((one, other) => compare(placeIn(one), placeIn(other)))
  const from = getInstantAndId(cursor)
  const rest = from ? sorted.filter((item) => compare(from, placeIn(item)) < 0) : sorted
  const items = rest.slice(skip, skip + take)
  const last = rest.length > skip + take ? items.at(-1) : undefined
  return {
    resultCount: all.length,
    isCapped: false,
    items,
    nextCursor: last ? getCursor(placeIn(last).map(String)) : null,
  }
}
