import { zDay, zMoney } from '@tideline/sdk/zod'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { DB } from '../db/schema.ts'
import { Answer } from './answer.ts'
import { BadInput } from './errors.ts'
import { plainText } from './plain-text.ts'
import { Refusal } from './refusal.ts'

/** Counting stops here: nobody pages through more. */
const countLimit = 10_000
const rowsPerPage = 25
const rowsAtMost = 1000

export interface CollectionQuery {
  sort?: string | undefined
  range?: string | undefined
  filter?: string | undefined
}

/** A filter of a list: what it takes, and the condition that it stands for. */
export interface Filter<Value = never> {
  takes: z.ZodType<Value>
  where: (value: Value) => RawBuilder<SqlBool>
}

/** A filter with its types tied together. */
export const filter = <Value>(takes: z.ZodType<Value>, where: (value: Value) => RawBuilder<SqlBool>): Filter =>
  ({ takes, where }) as unknown as Filter

/** One of react-admin's lists, over SQL. */
export interface Collection<Row, Shown> {
  /** Named in Content-Range. */
  name: string
  /** Tables and joins, after `from`. */
  from: RawBuilder<unknown>
  /** Columns, after `select`. */
  columns: RawBuilder<unknown>
  /** Settles the order of equal rows. */
  id: RawBuilder<unknown>
  /** What can be sorted by; the first one is the default, newest or highest first. */
  sorts: Record<string, RawBuilder<unknown>>
  filters: Record<string, Filter>
  present: (row: Row) => Shown
}

const text = z.string().trim().min(1).max(200)

/** Values that many filters take. */
export const takes = {
  text,
  day: zDay,
  /** Dollars. */
  money: z.coerce.number().pipe(zMoney),
  flag: z.boolean(),
  /** One or several ids. */
  ids: z.union([text, z.array(text).max(1000)]).transform((value) => (Array.isArray(value) ? value : [value])),
}

/** A text for `like`, its wildcards taken as letters. */
export const likeLetters = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** What matches a part of a text. */
export const contains = (column: RawBuilder<unknown>, value: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`lower(${column}) like ${`%${likeLetters(value.toLowerCase())}%`}`

export const badRequest = (field: string, message: string) =>
  new Refusal({ code: 'invalid_value', message: `${field}: ${message}`, field })

/** A query value that carries JSON. Throws 400 naming the part that is not right. */
export function parseJson<Output>(field: string, schema: z.ZodType<Output>, json: string): Output {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw badRequest(field, 'is not JSON.')
  }
  const parsed = plainText(schema).safeParse(value)
  if (!parsed.success) throw new BadInput(field, parsed.error, { within: [field] })
  return parsed.data
}

const sortSchema = z.tuple([z.string(), z.string()])
const rangeSchema = z.tuple([z.number().int().min(0), z.number().int().min(0)])

/** The rows that are asked for: the first one and how many. */
export function rangeOf(range: string | undefined): { offset: number; limit: number } {
  const [first, last] = range ? parseJson('range', rangeSchema, range) : [0, rowsPerPage - 1]
  if (last < first) throw badRequest('range', 'the last row comes before the first.')
  return { offset: first, limit: Math.min(last - first + 1, rowsAtMost) }
}

/** A list's order as a pair of its own name and direction. */
export function sortOf<Order>(
  sort: string | undefined,
  sorts: Record<string, Order>,
): { order: Order; direction: 'asc' | 'desc' } {
  const names = Object.keys(sorts)
  const [field, way] = sort ? parseJson('sort', sortSchema, sort) : [names[0] ?? '', 'DESC']
  // Own names only: every object inherits `constructor` and the like.
  const order = Object.hasOwn(sorts, field) ? sorts[field] : undefined
  if (!order) throw badRequest('sort', `${field} is not a field to sort by; use ${names.join(', ')}.`)
  return { order, direction: way.toLowerCase() === 'asc' ? 'asc' : 'desc' }
}

function conditionsOf(filters: Record<string, Filter>, json: string | undefined): RawBuilder<SqlBool>[] {
  if (!json) return []
  const shape = Object.fromEntries(Object.entries(filters).map(([name, one]) => [name, one.takes]))
  const given = parseJson('filter', z.strictObject(shape).partial(), json) as Record<string, unknown>
  return Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => filters[name]?.where(value as never) ?? [])
}

const headersOf = (name: string, first: number, shown: number, counted: number) => {
  const total = Math.min(counted, countLimit)
  return {
    'Content-Range': `${name} ${first}-${first + Math.max(shown - 1, 0)}/${total}`,
    'X-Total-Capped': String(counted > countLimit),
  }
}

/**
 * One page of a list in react-admin's way (decision 14): sorted, filtered, with its range in the headers. Throws 400 for
 * a sort, range or filter that the list does not have.
 */
export async function listCollection<Row, Shown>(
  db: Kysely<DB>,
  collection: Collection<Row, Shown>,
  query: CollectionQuery,
): Promise<Answer<Shown[]>> {
  const { name, from, columns, id, sorts, filters, present } = collection
  const { order, direction } = sortOf(query.sort, sorts)
  const { offset, limit } = rangeOf(query.range)
  const conditions = conditionsOf(filters, query.filter)
  const where = conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  const way = sql.raw(direction)
  const [rows, counts] = await Promise.all([
    sql<Row>`select ${columns} from ${from} ${where} order by ${order} ${way} nulls last, ${id} ${way}
      limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*) as count from (
      select from ${from} ${where} limit ${countLimit + 1}) counted`.execute(db),
  ])
  const counted = counts.rows[0]?.count ?? 0
  return new Answer(rows.rows.map(present), { headers: headersOf(name, offset, rows.rows.length, counted) })
}

/** One row of a list by its id; undefined when there is none. */
export async function oneOf<Row, Shown>(
  db: Kysely<DB>,
  { from, columns, id, present }: Pick<Collection<Row, Shown>, 'from' | 'columns' | 'id' | 'present'>,
  value: string,
): Promise<Shown | undefined> {
  const { rows } = await sql<Row>`select ${columns} from ${from} where ${id}::text = ${value}`.execute(db)
  return rows[0] && present(rows[0])
}
