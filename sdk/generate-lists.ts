/**
 * Generates `src/generated/lists.ts`, which describes how to page through each list in the contract. The parameters are
 * `range`, `cursor`, or `take` and `skip`, in the query or in the request body.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import bundle from '@tideline/openapi/bundle.json' with { type: 'json' }

interface Schema {
  $ref?: string
  type?: string | string[]
  maximum?: number
  properties?: Record<string, Schema>
}
interface Parameter {
  $ref?: string
  name: string
  /** Schema of the parameter. Undefined if the parameter is sent as JSON. */
  schema?: Schema
}
interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

function resolve<Part extends { $ref?: string }>(part: Part): Part {
  if (!part.$ref) return part
  const target = part.$ref
    .split('/')
    .slice(1)
    .reduce((at: unknown, key) => (at as Record<string, unknown>)[key], bundle)
  return resolve(target as Part)
}

/** Returns the path to the rows in a response, as a list of field names. */
function getRowsPath(schema: Schema): string[] {
  const { type, properties = {} } = resolve(schema)
  if (type === 'array') return []
  if (properties.payload) return ['payload', ...getRowsPath(properties.payload)]
  const arrays = Object.entries(properties).filter(([, property]) => resolve(property).type === 'array')
  // If a page contains several arrays, `items` contains the rows.
  const lists = arrays.length > 1 ? arrays.filter(([name]) => name === 'items') : arrays
  if (lists.length !== 1 || !lists[0]) throw new Error(`Which of ${Object.keys(properties)} are the rows?`)
  return [lists[0][0]]
}

const toJson = (part: { content?: Record<string, { schema: Schema }> } | undefined) =>
  part?.content?.['application/json']?.schema

/** Returns the generated entry for a paged list. Returns an empty list for any other operation. */
function getList(path: string, { parameters = [], requestBody, responses }: Operation): string[] {
  const bodySchema = toJson(requestBody)
  const inQuery = parameters.map(resolve).map(({ name, schema = {} }) => [name, schema] as const)
  const inBody = Object.entries((bodySchema && resolve(bodySchema).properties) ?? {})
  const fields = new Map([...inQuery, ...inBody].map(([name, schema]) => [name, resolve(schema)]))
  const by = ['range', 'cursor', 'skip'].find((name) => fields.has(name))
  const response = toJson(responses['200'])
  if (!by || !response) return []
  const most = fields.get('take')?.maximum ?? 1000
  const place = inBody.length > 0 ? 'body' : 'query'
  return [
    `  '${path}': { by: '${by}', in: '${place}', most: ${most}, rows: ${JSON.stringify(getRowsPath(response))} },`,
  ]
}

const lists = Object.entries(bundle.paths as unknown as Record<string, Record<string, Operation>>).flatMap(
  ([path, item]) => Object.values(item).flatMap((operation) => getList(path, operation)),
)

writeFileSync(
  join(import.meta.dirname, 'src/generated/lists.ts'),
  `// Generated from the contract's parameters and responses.
export interface List {
  by: 'skip' | 'cursor' | 'range'
  in: 'query' | 'body'
  most: number
  rows: readonly string[]
}
export const lists: Readonly<Record<string, List>> = {
${lists.join('\n')}
}
`,
)
