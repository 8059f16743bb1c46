// Imported as text, because TypeScript would infer a type for its 35,000 lines.
import bundle from '@tideline/openapi/bundle.json?raw'

/** Any function from the SDK's `operations`. The function's name is the operationId. */
// biome-ignore lint/suspicious/noExplicitAny: the generated functions differ only in their types, which are inferred below
export type Operation = (options: any) => any
/** The response body of an operation that succeeds. */
export type ResponseOf<Op extends Operation> = NonNullable<Extract<Awaited<ReturnType<Op>>, { data: unknown }>['data']>

interface Ref {
  $ref?: string
}
interface ResponseObject extends Ref {
  content?: Record<string, { schema?: Schema; example?: unknown; examples?: Record<string, Ref & { value?: unknown }> }>
}
interface Schema extends Ref {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  maximum?: number
  items?: Schema
  prefixItems?: ({ enum?: string[] } & Ref)[]
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  oneOf?: Schema[]
  anyOf?: Schema[]
}
interface OperationObject {
  operationId: string
  parameters?: ({ name?: string; in?: string; content?: Record<string, { schema: Schema }> } & Ref)[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  'x-open-query'?: boolean
  responses: Record<string, ResponseObject>
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
const contract = JSON.parse(bundle) as {
  paths: Record<string, Partial<Record<(typeof methods)[number], OperationObject>>>
}

/**
 * Returns the operationIds, sort fields and filter fields of a back-office list. `file` is the list's export
 * operation, if any.
 */
export function getListDefinition(collection: string) {
  const path = `/api/admin/${collection}`
  const get = contract.paths[path]?.get
  const schemaOf = (parameter: string) => {
    const { content = {} } = get?.parameters?.find(({ name }) => name === parameter) ?? {}
    return resolveRef(Object.values(content)[0]?.schema)
  }
  return {
    list: get?.operationId ?? '',
    file: contract.paths[`${path}/export`]?.get?.operationId,
    sorts: resolveRef(schemaOf('sort')?.prefixItems?.[0])?.enum ?? [],
    filters: Object.keys(schemaOf('filter')?.properties ?? {}),
  }
}

/**
 * Returns a copy of a row of a back-office list with the widest values that the contract allows: $1,234,567.89 for each
 * amount and the longest code for each status.
 */
export function getWidestRow<Row extends object>(collection: string, row: Row): Row {
  const response = contract.paths[`/api/admin/${collection}`]?.get?.responses['200']
  const { items } = resolveRef(resolveRef(response)?.content?.['application/json']?.schema) ?? {}
  const widest = Object.entries(resolveRef(items)?.properties ?? {}).flatMap(
    ([name, property]): [string, unknown][] => {
      const schemas = [property, ...(property.oneOf ?? [])].map((one) => resolveRef(one))
      const codes = schemas.flatMap((one) => one?.enum ?? []).filter((code) => typeof code === 'string')
      if (codes.length > 0) return [[name, codes.toSorted((one, other) => other.length - one.length)[0]]]
      // A rate is also a number, but is at most 1.
      const isAmount = schemas.some(
        (one) => one?.format === 'double' && !(one.maximum !== undefined && one.maximum <= 1),
      )
      return isAmount ? [[name, 1_234_567.89]] : []
    },
  )
  return { ...row, ...Object.fromEntries(widest) }
}

/** All paths of the contract, with parameters in braces. */
export const contractPaths = Object.keys(contract.paths)

/** Resolves a `$ref` of the contract. Returns any other value unchanged. */
function resolveRef<Value extends Ref>(value: Value | undefined): Value | undefined {
  if (!value?.$ref) return value
  const steps = value.$ref.slice('#/'.length).split('/')
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], contract) as Value
}

interface MatchedOperation extends OperationObject {
  method: string
  matches: RegExp
}

/** All operations. As on the server, static paths come before paths with parameters (API-4). */
const operations: MatchedOperation[] = Object.entries(contract.paths)
  .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
  .flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      const matches = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
      return operation ? [{ ...operation, method: method.toUpperCase(), matches }] : []
    }),
  )

/** Returns the operationId for a request, or undefined if no operation of the contract matches. */
export const findOperationId = (method: string, pathname: string): string | undefined =>
  operations.find((one) => one.method === method && one.matches.test(pathname))?.operationId

/** Returns the property names that a schema and its alternatives declare, or undefined if any name is allowed. */
function getDeclaredNames(schema: Schema | undefined): string[] | undefined {
  const known = resolveRef(schema)
  const alternatives = known?.oneOf ?? known?.anyOf
  if (alternatives) return alternatives.flatMap((one) => getDeclaredNames(one) ?? [])
  return known?.properties && known.additionalProperties === false ? Object.keys(known.properties) : undefined
}

/**
 * Returns a request's query parameters and top-level body fields that the operation does not declare. The server
 * rejects such fields.
 */
export function findUndeclaredFields(operationId: string, url: URL, body: unknown): string[] {
  const operation = operations.find((one) => one.operationId === operationId)
  if (!operation) return []
  const parameters = (operation.parameters ?? []).map(resolveRef)
  const query = new Set(parameters.filter((one) => one?.in === 'query').map((one) => one?.name))
  const extra = operation['x-open-query'] ? [] : [...url.searchParams.keys()].filter((name) => !query.has(name))
  for (const parameter of parameters) {
    const fields = getDeclaredNames(parameter?.content?.['application/json']?.schema)
    const sent = parameter?.name ? url.searchParams.get(parameter.name) : null
    if (fields && sent) extra.push(...Object.keys(JSON.parse(sent)).filter((name) => !fields.includes(name)))
  }
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const schema = operation.requestBody?.content['application/json']?.schema
  const fields = operation.requestBody ? getDeclaredNames(schema) : []
  return [...extra, ...(isObject && fields ? Object.keys(body).filter((name) => !fields.includes(name)) : [])]
}

/** Returns whether an operation responds with server-sent events. */
export const isEventStreamOperation = (operationId: string): boolean =>
  operations.some(
    (one) =>
      one.operationId === operationId && resolveRef(one.responses['200'])?.content?.['text/event-stream'] !== undefined,
  )

/** Returns an example response of an operation from the contract: the example with the given name, or the first one. */
export function getExample<Op extends Operation>(operation: Op, name?: string): ResponseOf<Op> {
  const example = getExampleById(operation.name, name)
  if (example === undefined)
    throw new Error(`The contract has no example ${name ?? ''} of a response of ${operation.name}`)
  return example as ResponseOf<Op>
}

/** Returns a copy of an example response, or undefined if the operation has no example. */
export function getExampleById(operationId: string, name?: string): unknown {
  const { responses } = operations.find((one) => one.operationId === operationId) ?? {}
  const good = resolveRef(Object.entries(responses ?? {}).find(([status]) => status.startsWith('2'))?.[1])
  const { example, examples = {} } = good?.content?.['application/json'] ?? {}
  const named = resolveRef(name ? examples[name] : Object.values(examples)[0])
  return structuredClone(named ? named.value : example)
}
