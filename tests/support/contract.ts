import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  example?: unknown
  /** Example of a JSON parameter. */
  content?: Record<string, { example?: unknown }>
}
export interface Example {
  $ref?: string
  value?: unknown
  /**
   * Values for the request that returns this example. They supplement the parameters' own examples. `as` is the caller.
   */
  'x-request'?: Record<string, string | number>
}
interface Media {
  examples?: Record<string, Example>
}
interface Operation {
  operationId: string
  tags: string[]
  /** Operation that reads the edited resource. Present if the edit accepts `If-Match`. */
  'x-version-of'?: string
  /** Error codes that are specific to the operation. */
  'x-errors'?: Record<string, unknown>
  'x-access': {
    who: string[]
    roles?: string[]
    readonly?: boolean
    owns?: string
    onlyPeople?: boolean
    beforeApproval?: boolean
    changes?: 'guard' | 'identity' | 'global'
  }
  'x-effects': 'none' | 'repeatable' | 'once'
  /** True if the operation ignores undeclared query parameters. */
  'x-open-query'?: boolean
  /** Code samples in the API reference. */
  'x-codeSamples': { lang: string; label: string; source: string }[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { $ref?: string; content?: Record<string, Media>; headers?: Record<string, unknown> }>
}
export interface Call extends Operation {
  method: string
  path: string
}
interface Contract {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

const bundle = createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json')

/** Imports a module of the contract's lint rules, which are written in untyped JavaScript. */
export const importRule = (name: string) => import(join(dirname(bundle), '..', 'rules', `${name}.mjs`))

export const contract = JSON.parse(readFileSync(bundle, 'utf8')) as Contract

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Resolves a `$ref` in the bundled contract. */
export function resolve<Value extends { $ref?: string }>(value: Value): Value {
  if (!value.$ref) return value
  const [, , section = '', name = ''] = value.$ref.split('/')
  return resolve(contract.components[section]?.[name] as Value)
}

/** All operations in the contract, with resolved parameters. */
export const calls: Call[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method]
    if (!operation) return []
    return [{ ...operation, parameters: (operation.parameters ?? []).map(resolve), method: method.toUpperCase(), path }]
  }),
)

const getExample = (content: Record<string, Media> | undefined, name = '') => {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  const first = media?.examples?.[name] ?? Object.values(media?.examples ?? {})[0]
  return type && first ? { type, value: resolve(first).value } : type ? { type, value: undefined } : undefined
}

/**
 * Creates a request from the contract's examples. `name` selects the body example, and `given` replaces individual
 * values.
 */
export function exampleRequest(
  call: Call,
  baseUrl: string,
  given: NonNullable<Example['x-request']> = {},
  name?: string,
): Request {
  const getParameterValue = (name: string) => {
    const parameter = call.parameters?.find((one) => one.name === name)
    const json = parameter?.content?.['application/json']
    return json ? JSON.stringify(given[name] ?? json.example) : (given[name] ?? parameter?.example)
  }
  const url = new URL(
    call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(getParameterValue(name)))),
    baseUrl,
  )
  const headers = new Headers()
  for (const parameter of call.parameters ?? []) {
    if (parameter.in === 'query' && (parameter.required || parameter.name in given))
      url.searchParams.set(parameter.name, String(getParameterValue(parameter.name)))
    if (parameter.in === 'header' && parameter.required) headers.set(parameter.name, String(parameter.example))
  }
  const body = getExample(call.requestBody?.content, name)
  if (!body) return new Request(url, { method: call.method, headers })
  if (body.type.startsWith('multipart/')) {
    const form = new FormData()
    for (const [name, value] of Object.entries((body.value ?? { file: '' }) as Record<string, unknown>))
      for (const part of Array.isArray(value) ? value : [value])
        form.append(name, new Blob([String(part)], { type: 'application/pdf' }), `${name}.pdf`)
    return new Request(url, { method: call.method, headers, body: form })
  }
  headers.set('Content-Type', body.type)
  return new Request(url, { method: call.method, headers, body: JSON.stringify(body.value) })
}
