import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { ApiError } from './api-error.ts'
import { isId } from './id.ts'
import type { OperationId } from './operation.ts'
import { ApiResponse } from './response.ts'

/** Maximum total count. Rows beyond this number are not counted. */
const countLimit = 10_000
const rowsPerPage = 25
const rowsAtMost = 1000

/** Ids of the operations that return back-office lists. Their queries have `sort`, `range` and `filter`. */
export type CollectionId = {
  [Id in OperationId]: 'range' extends keyof Operations[Id]['query'] ? Id : never
}[OperationId]

type Query<Id extends CollectionId> = NonNullable<Operations[Id]['query']>
type FilterOf<Id extends CollectionId> = Query<Id> extends { filter?: infer Given } ? NonNullable<Given> : never
type SortOf<Id extends CollectionId> =
  Query<Id> extends { sort?: infer Given } ? Extract<Given, [unknown, unknown]>[0] : never

/** For each filter in the contract, a function that returns its SQL condition. */
type Conditions<Given> = { [Name in keyof Given]-?: (value: NonNullable<Given[Name]>) => RawBuilder<SqlBool> }

/** A back-office list based on SQL. It has exactly the sort fields and filters of the contract. */
export interface Collection<Id extends CollectionId, Row, Shown = ResponseRow<Id>> {
  /** Name of the list in Content-Range. */
  name: string
  from: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  /** Unique column. It determines the order of rows whose sort values are equal. */
  id: RawBuilder<unknown>
  /** SQL expressions by sort field. The first one is the default, in descending order. */
  sorts: Record<SortOf<Id>, RawBuilder<unknown>>
  /** Sort fields that can be null. Rows with null are last in both directions. All other sort fields use an index. */
  mayBeNull?: readonly SortOf<Id>[]
  filters: Conditions<FilterOf<Id>>
  present: (row: Row) => Shown
}
type ResponseRow<Id extends CollectionId> = Operations[Id]['response'] extends readonly (infer Shown)[] ? Shown : never

/** Converts one or several ids to an array. */
export const toIdArray = (ids: string | readonly string[]): readonly string[] => [ids].flat()

/**
 * SQL condition for rows with these ids. Invalid ids match no row. Ids are compared as UUIDs so that the index can be
 * used.
 */
export const idsCondition = (column: RawBuilder<unknown>, ids: string | readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${column} = any(${toIdArray(ids).filter(isId)}::uuid[])`

/** Escapes the wildcards of a `like` pattern. */
export const escapeLikePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** SQL condition that a column contains a text. Upper and lower case are equal. */
export const containsTextSql = (column: RawBuilder<unknown>, value: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`lower(${column}) like ${`%${escapeLikePattern(value.toLowerCase())}%`}`

/** SQL condition that at least one of the columns contains the text, ignoring case. */
export const anyContainsTextSql = (columns: readonly RawBuilder<unknown>[], value: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    columns.map((column) => containsTextSql(column, value)),
    sql` or `,
  )})`

export const createBadRequestError = (field: string, message: string) =>
  new ApiError({ code: 'invalid_value', message: `${field}: ${message}`, field })

export interface CollectionQuery {
  sort?: readonly [string, string] | undefined
  range?: readonly [number, number] | undefined
  filter?: object | undefined
}

/** Returns the offset and limit of the requested range. */
export function parseRange(range: CollectionQuery['range']): { offset: number; limit: number } {
  const [first, last] = range ?? [0, rowsPerPage - 1]
  if (last < first) throw createBadRequestError('range', 'the last row is before the first row.')
  return { offset: first, limit: Math.min(last - first + 1, rowsAtMost) }
}

/** Returns the sort field, its SQL expression and the direction. */
export function parseSort<Order>(
  sort: CollectionQuery['sort'],
  sorts: Record<string, Order>,
): { field: string; order: Order; direction: 'asc' | 'desc' } {
  const [field, way] = sort ?? [Object.keys(sorts)[0] ?? '', 'DESC']
  const order = sorts[field]
  if (!order) throw new Error(`The contract declares the sort field ${field}, but the list does not define it.`)
  return { field, order, direction: way.toLowerCase() === 'asc' ? 'asc' : 'desc' }
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

function getConditions(filters: Conditions<object>, given: object = {}): RawBuilder<SqlBool>[] {
  const known = filters as Record<string, (value: unknown) => RawBuilder<SqlBool>>
  return Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => known[name]?.(trimmed(value)) ?? [])
}

const getHeaders = (name: string, first: number, shown: number, counted: number) => {
  const total = Math.min(counted, countLimit)
  return {
    'Content-Range': `${name} ${first}-${first + Math.max(shown - 1, 0)}/${total}`,
    'X-Total-Capped': String(counted > countLimit),
  }
}

/** Returns the `where` and `order by` clauses for a query. */
function buildQueryClauses<Id extends CollectionId, Row, Shown>(
  { id, sorts, mayBeNull = [], filters }: Collection<Id, Row, Shown>,
  query: Pick<CollectionQuery, 'sort' | 'filter'>,
) {
  const { field, order, direction } = parseSort<RawBuilder<unknown>>(query.sort, sorts)
  const last = sql.raw((mayBeNull as readonly string[]).includes(field) ? 'nulls last' : '')
  const conditions = getConditions(filters, query.filter)
  const way = sql.raw(direction)
  return {
    where: conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``,
    by: sql`${order} ${way} ${last}, ${id} ${way}`,
  }
}

/** Returns up to `count` rows of a list, starting at index `first`. Does not count the rows. */
export async function getCollectionRows<Id extends CollectionId, Row, Shown>(
  db: Kysely<DB>,
  collection: Collection<Id, Row, Shown>,
  query: Pick<CollectionQuery, 'sort' | 'filter'>,
  first: number,
  count: number,
): Promise<Shown[]> {
  const { columns, from, present } = collection
  const { where, by } = buildQueryClauses(collection, query)
  const { rows } = await sql<Row>`select ${columns} from ${from} ${where} order by ${by}
    limit ${count} offset ${first}`.execute(db)
  return rows.map(present)
}

/**
 * Returns one page of a back-office list (API-8), sorted and filtered, with its range in the headers. The contract has
 * already validated the query. Throws 400 if the range ends before it starts.
 */
export async function listCollection<Id extends CollectionId, Row, Shown>(
  db: Kysely<DB>,
  collection: Collection<Id, Row, Shown>,
  query: CollectionQuery,
): Promise<ApiResponse<Shown[]>> {
  const { name, from } = collection
  const { where } = buildQueryClauses(collection, query)
  const { offset, limit } = parseRange(query.range)
  const [shown, counts] = await Promise.all([
    getCollectionRows(db, collection, query, offset, limit),
    sql<{ count: number }>`select count(*) as count from (
      select from ${from} ${where} limit ${countLimit + 1}) counted`.execute(db),
  ])
  const counted = counts.rows[0]?.count ?? 0
  return new ApiResponse(shown, { headers: getHeaders(name, offset, shown.length, counted) })
}

/** Returns a row of a list by its id, or undefined if it does not exist. */
export async function findCollectionRow<Row, Shown>(
  db: Kysely<DB>,
  {
    from,
    columns,
    id,
    filters,
    present,
  }: Pick<Collection<CollectionId, Row, Shown>, 'from' | 'columns' | 'id' | 'present'> & { filters: object },
  value: string,
): Promise<Shown | undefined> {
  const { id: byId } = filters as { id?: (value: string) => RawBuilder<SqlBool> }
  const condition = byId?.(value) ?? sql<SqlBool>`${id}::text = ${value}`
  const { rows } = await sql<Row>`select ${columns} from ${from} where ${condition}`.execute(db)
  return rows[0] && present(rows[0])
}
