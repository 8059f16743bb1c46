import { type Call, calls, type Parameter, resolve } from './contract.ts'

/** Values for filters that are not enums, by parameter name. */
export type FilterValues = Readonly<Record<string, readonly unknown[]>>

interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  prefixItems?: Schema[]
  items?: Schema
  format?: string
  pattern?: string
}
const open = (schema: Schema): Schema => resolve(schema as { $ref?: string }) as Schema

const knownByChoice = (schema: Schema): readonly unknown[] | undefined =>
  schema.enum ?? (schema.type === 'boolean' ? [true, false] : undefined)

/**
 * Returns the test values of a filter.
 * @throws if no values are defined
 */
function getValues(call: Call, name: string, schema: Schema, given: FilterValues): readonly unknown[] {
  const values = knownByChoice(open(schema)) ?? given[name]
  if (!values) throw new Error(`${call.operationId} has the filter ${name}, for which no test values are defined.`)
  return values
}

/** Paging parameters, which are not filters. */
const paging = new Set(['take', 'skip', 'limit', 'cursor', 'after', 'page', 'pageSize', 'range'])

export interface ListQuery {
  /** Description of the query, for test titles. */
  title: string
  query: Record<string, string>
  body?: unknown
}

/** Returns the queries of a list for every page, filter, and sort order in the contract. */
export function getListQueries(call: Call, given: FilterValues): ListQuery[] {
  const parameters = new Map((call.parameters ?? []).filter((one) => one.in === 'query').map((one) => [one.name, one]))
  const json = (name: string) => parameters.get(name)?.content?.['application/json'] as { schema: Schema } | undefined
  const isCollection = parameters.has('range')
  const sort = json('sort')
  const filter = json('filter')
  const isPlain = ({ name, required, content }: Parameter) => required === true && !content && !paging.has(name)
  const always = Object.fromEntries(
    [...parameters.values()]
      .filter(isPlain)
      .map(({ name, ...parameter }) => [
        name,
        String(getValues(call, name, (parameter as { schema?: Schema }).schema ?? {}, given)[0]),
      ]),
  )
  const plain = [...parameters.values()].filter(
    ({ name }) => !paging.has(name) && !name.startsWith('sort') && !(name === 'filter' && filter),
  )
  const orders: ListQuery[] = sort
    ? (open(open(sort.schema).prefixItems?.[0] ?? {}).enum ?? []).flatMap((field) =>
        ['ASC', 'DESC'].map((way) => ({ title: `by ${field} ${way}`, query: { sort: JSON.stringify([field, way]) } })),
      )
    : parameters.has('sortField')
      ? (knownByChoice(open((parameters.get('sortField') as unknown as { schema: Schema }).schema)) ?? []).flatMap(
          (field) =>
            ['asc', 'desc'].map((way) => ({
              title: `by ${field} ${way}`,
              query: { sortField: String(field), sortDirection: way },
            })),
        )
      : [{ title: '', query: {} }]
  const schema = filter ? open(filter.schema) : undefined
  const required = Object.fromEntries(
    (schema?.required ?? []).map((name) => [name, getValues(call, name, schema?.properties?.[name] ?? {}, given)[0]]),
  )
  const conditions: ListQuery[] = [
    { title: 'all', query: Object.keys(required).length > 0 ? { filter: JSON.stringify(required) } : {} },
    ...Object.entries(schema?.properties ?? {}).flatMap(([name, one]) =>
      getValues(call, name, one, given).map((value) => ({
        title: `${name} = ${value}`,
        query: { filter: JSON.stringify({ ...required, [name]: value }) },
      })),
    ),
    ...plain.flatMap((parameter: Parameter) =>
      getValues(call, parameter.name, (parameter as { schema?: Schema }).schema ?? {}, given).map((value) => ({
        title: `${parameter.name} = ${value}`,
        query: { [parameter.name]: String(value) },
      })),
    ),
  ]
  const pages = isCollection
    ? orders.map(({ title, query }) => ({
        title: `rows 9,975 on ${title}`,
        query: { ...query, ...conditions[0]?.query, range: '[9975,9999]' },
      }))
    : []
  const body = call.requestBody?.content['application/json'] as { schema: Schema } | undefined
  const bodies = Object.entries(body ? (open(body.schema).properties ?? {}) : {})
    .filter(([name]) => !paging.has(name))
    .flatMap(([name, one]) =>
      getValues(call, name, one, given).map((value) => ({
        title: `${name} = ${value}`,
        query: {},
        body: { [name]: value },
      })),
    )
  // For an export, uses each filter once and each sort order once. For a list, combines each filter with each sort
  // field.
  const [all, ...narrower] = conditions
  const isFile = call.operationId.startsWith('export')
  const ordersOf = (condition: ListQuery) =>
    condition === all
      ? orders
      : isFile
        ? orders.slice(0, 1)
        : orders.filter((_, at) => orders.length === 1 || at % 2 === 1)
  return [
    ...[all, ...narrower]
      .filter((one) => one !== undefined)
      .flatMap((condition) =>
        ordersOf(condition).map((order) => ({
          title: [condition.title, order.title].filter(Boolean).join(', '),
          query: { ...always, ...condition.query, ...order.query },
          ...(body && { body: {} }),
        })),
      ),
    ...pages,
    ...bodies,
  ]
}

/** Minimum number of rows for a response to count as a list, regardless of the operation's name. */
const rowsOfAList = 500

/** Returns the maximum number of rows in the arrays of a response and its payload. */
function mostRows(schema: Schema, depth = 0): number {
  const { type, properties, maxItems = Number.POSITIVE_INFINITY, allOf = [], oneOf = [], anyOf = [] } = open(schema)
  if (type === 'array') return maxItems
  const parts = [...allOf, ...oneOf, ...anyOf].map((part) => mostRows(part, depth))
  const fields = depth < 2 ? Object.values(properties ?? {}).map((field) => mostRows(field, depth + 1)) : []
  return Math.max(0, ...parts, ...fields)
}

function holdsMany({ method, parameters, responses }: Call): boolean {
  if (parameters?.some(({ name }) => paging.has(name))) return true
  const response = responses['200'] && (resolve(responses['200']).content?.['application/json'] as { schema?: Schema })
  return method === 'GET' && response?.schema !== undefined && mostRows(response.schema) >= rowsOfAList
}

/**
 * Operations that return lists. An operation counts if its name or paging parameters indicate a list, or if its
 * response contains hundreds of rows. New lists are therefore included automatically.
 */
export const lists = calls.filter((call) => /^(list|search|export)[A-Z]/.test(call.operationId) || holdsMany(call))
