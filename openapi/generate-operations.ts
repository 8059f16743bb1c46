/**
 * Generates the API's route table from the bundled contract. For each operation, the table contains a `createRoute`
 * definition with zod schemas, an access rule, and the types of the input and response.
 *
 * Usage: `node generate-operations.ts <bundle.json> <zod.gen.ts> <operations.ts>`
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

interface Schema {
  $ref?: string
  type?: string | string[]
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: boolean | Schema
  properties?: Record<string, Schema>
  maxProperties?: number
  format?: string
  maxLength?: number
  'x-sentences'?: Record<string, string>
}
interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  schema?: Schema
  /** Schema of a parameter whose value is sent as JSON. */
  content?: Record<string, Media>
}
interface Media {
  schema?: Schema
}
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  'x-access': Record<string, unknown>
  'x-cache-seconds'?: number
  'x-errors'?: Record<string, unknown>
  'x-same-as'?: string
  'x-deprecated-since'?: string
  'x-location'?: string
  'x-versioned'?: { fields?: Record<string, string> }
  'x-version-of'?: string
  'x-version-ignores'?: string[]
  'x-open-query'?: boolean
  'x-read-replica'?: boolean
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<
    string,
    { $ref?: string; description: string; content?: Record<string, Media>; headers?: Record<string, unknown> }
  >
}
export interface Contract {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

/** Returns the scope that an API key needs, or undefined when API keys cannot call the operation. */
const getScope = ({ security = [] }: Operation) => security.find(({ apiKey }) => apiKey)?.apiKey?.[0]

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/**
 * Returns the TypeScript source of the contract's route table.
 *
 * @param zodModule the source of the zod schemas
 */
export function buildOperationsModule(contract: Contract, zodModule: string): string {
  const hasSchema = (name: string) => zodModule.includes(`export const ${name} =`)
  const resolve = <T extends { $ref?: string }>(value: T): T => {
    if (!value.$ref) return value
    const [, , section, name] = value.$ref.split('/')
    const target = contract.components[section ?? '']?.[name ?? '']
    if (!target) throw new Error(`The bundle refers to ${value.$ref}, which it does not contain.`)
    return resolve(target as T)
  }
  /** Returns the JSON type of a parameter. The parameter's text is converted to this type before validation. */
  const wireType = (schema: Schema): string => {
    const known = resolve(schema)
    if (known.type) {
      const types = Array.isArray(known.type) ? known.type : [known.type]
      return types.find((type) => type !== 'null') ?? 'string'
    }
    const option = known.oneOf?.[0] ?? known.anyOf?.[0] ?? known.allOf?.[0]
    return option ? wireType(option) : 'string'
  }
  /**
   * Returns whether a body can have undeclared fields, as in a Stripe event. The zod schema does not contain this
   * information.
   */
  const allowsUndeclaredFields = (schema: Schema) => Boolean(resolve(schema).additionalProperties)

  /**
   * Returns the custom schemas of an operation's error responses, by status. Omits responses with the common error
   * schema.
   */
  const getOwnErrors = (responses: Operation['responses']) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const name = resolve(response).content?.['application/json']?.schema?.$ref?.split('/').at(-1)
      return Number(status) >= 400 && name && name !== 'Error' ? [`${status}: strictBody(zod.z${name})`] : []
    })

  /** Returns the maximum number and size of a form's files, or undefined for a body without files. */
  const getUploadLimits = (media: Media | undefined): { files: number; fileBytes: number } | undefined => {
    if (!media?.schema) return undefined
    const form = resolve(media.schema)
    const isFile = (schema: Schema) => schema.format === 'binary'
    const named = Object.values(form.properties ?? {})
      .map(resolve)
      .filter(isFile)
    const free =
      typeof form.additionalProperties === 'object' ? [resolve(form.additionalProperties)].filter(isFile) : []
    const parts = [...named, ...free]
    if (parts.length === 0) return undefined
    const fileBytes = Math.max(...parts.map((part) => part.maxLength ?? 0))
    const files = named.length + (free.length ? (form.maxProperties ?? 0) : 0)
    if (!fileBytes || !files)
      throw new Error('A form with files must declare maxProperties (number of files) and maxLength (bytes).')
    return { files, fileBytes }
  }

  const routes: string[] = []
  const types: string[] = []
  let withIdempotencyKey = ''
  let withDryRun = ''
  let withIfMatch = ''
  const headers = new Set<string>()
  for (const [path, item] of Object.entries(contract.paths)) {
    const shared = ((item as Record<string, unknown>).parameters ?? []) as Parameter[]
    for (const method of methods) {
      const op = item[method]
      if (!op) continue
      const id = op.operationId
      const Name = id.charAt(0).toUpperCase() + id.slice(1)
      const parameters = [...shared, ...(op.parameters ?? [])].map(resolve)
      const has = (where: Parameter['in']) => parameters.some((parameter) => parameter.in === where)
      const request: string[] = []
      const kindsIn = (where: Parameter['in']) => {
        const kinds = parameters
          .filter((parameter) => parameter.in === where)
          .map(({ name, schema }) => [name, schema ? wireType(schema) : 'json'] as const)
          .filter(([, kind]) => kind !== 'string')
        return JSON.stringify(Object.fromEntries(kinds))
      }
      if (has('path')) request.push(`params: typedQuery(zod.z${Name}Path, ${kindsIn('path')})`)
      if (has('query')) request.push(`query: typedQuery(zod.z${Name}Query, ${kindsIn('query')})`)
      const bodyType = op.requestBody && Object.keys(op.requestBody.content)[0]
      const bodySchema = bodyType && op.requestBody?.content[bodyType]?.schema
      const body =
        bodySchema && allowsUndeclaredFields(bodySchema)
          ? `withStorableText(zod.z${Name}Body)`
          : `strictBody(zod.z${Name}Body)`
      const upload = getUploadLimits(op.requestBody?.content['multipart/form-data'])
      if (bodyType) request.push(`body: { required: true, content: { '${bodyType}': { schema: ${body} } } }`)

      const takes = (header: string) => parameters.some(({ name }) => name === header)
      if (takes('Idempotency-Key')) withIdempotencyKey ||= Name
      if (takes('Dry-Run')) withDryRun ||= Name
      if (takes('If-Match')) withIfMatch ||= Name

      for (const response of Object.values(op.responses))
        for (const name of Object.keys(resolve(response).headers ?? {})) headers.add(name)
      const success = Object.entries(op.responses).filter(([status]) => /^[23]/.test(status))
      const first = success[0]
      if (!first) throw new Error(`${id} has no success response.`)
      const media = Object.keys(first[1].content ?? {})[0]
      const isJson = media === 'application/json'
      const isStream = media === 'text/event-stream'
      const responses = success.map(([status, response]) => {
        const kinds = Object.keys(response.content ?? {}).map((type) => {
          const isChecked = (type === 'application/json' || isStream) && hasSchema(`z${Name}Response`)
          return `'${type}': { schema: ${isChecked ? `zod.z${Name}Response` : 'anything'} }`
        })
        const content = kinds.length ? `, content: { ${kinds.join(', ')} }` : ''
        return `${status}: { description: ${JSON.stringify(response.description)}${content} }`
      })
      const sentences = bodySchema && resolve(bodySchema)['x-sentences']
      const fields = [
        `operationId: '${id}'`,
        `method: '${method}'`,
        `path: '${path}'`,
        `tags: ${JSON.stringify(op.tags)}`,
        `summary: ${JSON.stringify(op.summary)}`,
        `request: { ${request.join(', ')} }`,
        `responses: { ${responses.join(', ')} }`,
      ]
      routes.push(
        `  ${id}: {\n    route: createRoute({ ${fields.join(', ')} }),\n` +
          `    access: ${JSON.stringify(op['x-access'])},\n${getScope(op) ? `    scope: '${getScope(op)}',\n` : ''}    status: ${Number(first[0])},\n` +
          (getOwnErrors(op.responses).length ? `    ownErrors: { ${getOwnErrors(op.responses).join(', ')} },\n` : '') +
          (op['x-same-as'] ? `    sameAs: '${op['x-same-as']}',\n` : '') +
          (op['x-deprecated-since'] ? `    deprecation: '@${Date.parse(op['x-deprecated-since']) / 1000}',\n` : '') +
          (op['x-location'] ? `    location: '${op['x-location']}',\n` : '') +
          (op['x-version-of'] ? `    versionOf: '${op['x-version-of']}',\n` : '') +
          (op['x-versioned']?.fields ? `    versionFields: ${JSON.stringify(op['x-versioned'].fields)},\n` : '') +
          (op['x-version-ignores'] ? `    versionIgnores: ${JSON.stringify(op['x-version-ignores'])},\n` : '') +
          (upload ? `    upload: ${JSON.stringify(upload)},\n` : '') +
          (takes('Dry-Run') ? '    supportsDryRun: true,\n' : '') +
          (op['x-read-replica'] ? '    readsReplica: true,\n' : '') +
          (op['x-open-query'] ? '    hasOpenQuery: true,\n' : '') +
          `    errors: ${JSON.stringify(
            Object.keys(op.responses)
              .map(Number)
              .filter((status) => status >= 400),
          )},\n    codes: ${JSON.stringify(Object.keys(op['x-errors'] ?? {}))},\n${sentences ? `    sentences: ${JSON.stringify(sentences)},\n` : ''}${op['x-cache-seconds'] ? `    cacheSeconds: ${op['x-cache-seconds']},\n` : ''}  },`,
      )
      const getResponseType = () => {
        const data = `types.${Name}Responses[${first[0]}]`
        if (isStream) return `Progress<${data}>`
        if (isJson) return data
        return media ? 'FileResponse' : 'undefined'
      }
      const part = (where: string, key: string) => (where ? `NonNullable<types.${Name}Data['${key}']>` : 'undefined')
      types.push(
        `  ${id}: {\n    path: ${part(has('path') ? 'x' : '', 'path')}\n    query: ${part(has('query') ? 'x' : '', 'query')}\n` +
          `    body: ${part(bodyType ? 'x' : '', 'body')}\n    isUpload: ${upload !== undefined}\n` +
          `    response: ${getResponseType()}\n  }`,
      )
    }
  }
  return `// Generated from the contract by openapi/generate-operations.ts. Do not edit.
import { createRoute, z } from '@hono/zod-openapi'
import type * as types from '@tideline/sdk/types'
import * as zod from '@tideline/sdk/zod'
import type { FileResponse } from '../http/response.ts'
import type { OperationEntry } from '../http/operation.ts'
import { withStorableText } from '../http/storable-text.ts'
import type { Progress } from '../http/progress.ts'
import { typedQuery } from '../http/query.ts'
import { strictBody } from '../http/strict-body.ts'

const anything = z.any()

/** Body of an error response, unless the operation declares its own. */
export const errorBody = strictBody(zod.zError)

/** Idempotency header of all write operations. */
export const idempotencyHeaders = zod.z${withIdempotencyKey}Headers

/** Dry-run header of the operations that support it. */
export const dryRunHeaders = zod.z${withDryRun}Headers

/** Header with the version of edits that check it. */
export const ifMatchHeaders = zod.z${withIfMatch}Headers

/** Response headers that pages of other origins may read. */
export const responseHeaders: string[] = ${JSON.stringify([...headers].filter((name) => !name.startsWith('Access-Control-')).sort())}

/** Input and response of each operation, from the contract. */
export interface Operations {
${types.join('\n')}
}

export const operations = {
${routes.join('\n')}
} satisfies Record<keyof Operations, OperationEntry>
`
}

const [bundle, zodFile, target] = process.argv.slice(2)
if (import.meta.main && bundle && zodFile && target) {
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, buildOperationsModule(JSON.parse(readFileSync(bundle, 'utf8')), readFileSync(zodFile, 'utf8')))
}
