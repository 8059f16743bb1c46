/**
 * Generates the CLI's table of operations (names, flags and help) from the bundled contract.
 *
 * Usage: `node generate.ts`. Reads openapi/dist/openapi.json and writes to cli/src/generated.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Operation,
  type OperationBody,
  type OperationParameter,
  type OperationValue,
  type ValueKind,
  wildcardFieldName,
} from './src/base/operation.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  default?: unknown
  description?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
}
interface Media {
  schema?: Schema
  examples?: Record<string, { $ref?: string; value?: unknown }>
}
interface ContractParameter {
  $ref?: string
  name: string
  in: OperationParameter['in']
  required?: boolean
  description?: string
  schema?: Schema
  /** Schema of a parameter whose value is sent as JSON. */
  content?: Record<string, { schema?: Schema; example?: unknown }>
}
interface ContractOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  'x-access': { who: string[]; roles?: string[] }
  parameters?: ContractParameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
export interface Contract {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ContractOperation>>
  components: Record<string, Record<string, unknown>>
}

/** Removes Markdown from a description, for display in a terminal. */
const toPlainText = (markdown: string) => markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/\*\*|`/g, '')

const getText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
/** Flags that every operation has. A parameter with the same name as one of these flags gets a prefix. */
const reservedFlags = ['help', 'body', 'output', 'out', 'profile', 'url', 'version']

/**
 * Converts a name to a flag: `policyNo`, `claimID` and `Idempotency-Key` become `policy-no`, `claim-id` and
 * `idempotency-key`.
 */
export const toFlagName = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase()

/** Returns the operations in the order of the contract. */
export function getOperations(contract: Contract): Operation[] {
  const resolve = <T extends { $ref?: string }>(value: T): T => {
    if (!value.$ref) return value
    const [, , section = '', name = ''] = value.$ref.split('/')
    const target = contract.components[section]?.[name]
    if (!target) throw new Error(`The bundle refers to ${value.$ref}, which it does not hold.`)
    const { $ref: _, ...beside } = value
    return { ...resolve(target as T), ...beside }
  }

  const alternatives = (schema: Schema) => (schema.oneOf ?? schema.anyOf ?? []).map(resolve)
  const isNull = (schema: Schema) => schema.type === 'null'

  const kindOf = (given: Schema): { kind: ValueKind; choices?: string[] } => {
    const schema = resolve(given)
    const options = alternatives(schema).filter((option) => !isNull(option))
    if (options.length === 1 && options[0]) return kindOf(options[0])
    const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
    const choices = schema.enum?.filter((value) => value !== null).map(String)
    const withChoices = (kind: ValueKind) => (choices?.length ? { kind, choices } : { kind })
    if (types.length > 1) return { kind: 'text' }
    switch (types[0]) {
      case 'integer':
        return withChoices('integer')
      case 'number':
        return { kind: 'number' }
      case 'boolean':
        return { kind: 'boolean' }
      case 'array': {
        const item = kindOf(schema.items ?? {})
        if (item.kind === 'json' || item.kind === 'list') return { kind: 'json' }
        return item.kind === 'file' ? item : { ...item, kind: 'list' }
      }
      case 'object':
        return { kind: 'json' }
      case 'string':
        return schema.format === 'binary' ? { kind: 'file' } : withChoices('text')
      default:
        return { kind: options.some((option) => option.type === 'object') ? 'json' : 'text' }
    }
  }

  /** Returns the plain text of a description with the contract's default, if any. */
  const describe = (given: Schema, description?: string): string => {
    const schema = resolve(given)
    const text = toPlainText(description ?? schema.description ?? '')
    return schema.default === undefined ? text : `${text} (default: ${getText(schema.default)})`.trim()
  }

  const parametersOf = (op: ContractOperation, claim: (name: string) => string): OperationParameter[] =>
    (op.parameters ?? []).map(resolve).map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      flag: claim(parameter.name),
      required: parameter.required ?? false,
      description: describe(parameter.schema ?? {}, parameter.description),
      ...(parameter.schema ? kindOf(parameter.schema) : { kind: 'json' }),
    }))

  /**
   * Returns the properties of an object, or of all alternatives of a union. In a union, a property is required if every
   * alternative requires it.
   */
  const getFields = (given: Schema, claim: (name: string) => string): OperationValue[] => {
    const schema = resolve(given)
    const forms = schema.oneOf || schema.anyOf ? alternatives(schema) : [schema]
    const properties = new Map<string, Schema>()
    for (const form of forms)
      for (const [name, property] of Object.entries(form.properties ?? {}))
        if (!properties.has(name)) properties.set(name, property)
    const files = forms.map((form) => form.additionalProperties).find((rest) => typeof rest === 'object')
    const named = [...properties].map(([name, property]) => ({
      name,
      flag: claim(name),
      required: forms.every((form) => form.required?.includes(name)),
      description: describe(property),
      ...kindOf(property),
    }))
    if (!files || kindOf(files).kind !== 'file') return named
    const description = 'A file: its path, or name=path; may be given several times.'
    return [...named, { name: wildcardFieldName, flag: claim('file'), kind: 'file', required: true, description }]
  }

  const exampleOf = (media: Media) => {
    const [first] = Object.values(media.examples ?? {})
    return first ? JSON.stringify((resolve(first) as { value?: unknown }).value) : ''
  }

  const bodyOf = (op: ContractOperation, claim: (name: string) => string): { body?: OperationBody } => {
    const [entry] = Object.entries(op.requestBody?.content ?? {})
    if (!entry) return {}
    const [media, content] = entry
    return { body: { media, fields: getFields(content.schema ?? {}, claim), example: exampleOf(content) } }
  }

  const operationOf = (path: string, method: (typeof methods)[number], op: ContractOperation): Operation => {
    const flags = new Set(reservedFlags)
    const claim = (prefix: string) => (name: string) => {
      // Excludes `--no-x` because the argument parser reads it as "not x".
      const isFree = (flag: string) => !flags.has(flag) && !flag.startsWith('no-')
      const flag = [toFlagName(name), `${prefix}-${toFlagName(name)}`].find(isFree)
      if (!flag) throw new Error(`${op.operationId}: no flag is left for ${name}.`)
      flags.add(flag)
      return flag
    }
    const { who, roles } = op['x-access']
    const success = Object.entries(op.responses).find(([status]) => /^[23]/.test(status))?.[1]
    return {
      id: op.operationId,
      tag: op.tags[0] ?? '',
      summary: op.summary,
      // The help shows the access on its own line.
      description: toPlainText(op.description.replace(/\n\n\*\*Who:\*\*[\s\S]*$/, '')),
      method: method.toUpperCase() as Operation['method'],
      path,
      access: who.join(', ') + (roles?.length ? ` with the role ${roles.join(' or ')}` : ''),
      isOpen: who.includes('anyone'),
      contentType: Object.keys(success?.content ?? {})[0] ?? '',
      parameters: parametersOf(op, claim('param')),
      ...bodyOf(op, claim('body')),
    }
  }

  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const op = item[method]
      return op ? [operationOf(path, method, op)] : []
    }),
  )
}

const banner = '// Generated from the contract by cli/generate.ts. Do not edit.'

/** Returns the source of a module with one noun's operations. */
export const buildNounModule = (operations: readonly Operation[]) => `${banner}
import type { Operation } from '../../base/operation.ts'

export const operations: readonly Operation[] = [
${operations.map((operation) => `  ${JSON.stringify(operation)},`).join('\n')}
]
`

/** Generates the module that lists all command nouns. Each noun's operations are loaded on first use. */
export const buildNounIndexModule = (tags: Contract['tags']) => `${banner}
import type { Noun } from '../base/operation.ts'

export const nouns: readonly Noun[] = [
${tags
  .map(({ name, description }) => {
    const about = JSON.stringify(description.replace(/\.$/, '').replace(/^\p{Lu}/u, (first) => first.toLowerCase()))
    return `  { name: '${name}', about: ${about}, operations: async () => (await import('./nouns/${name}.ts')).operations },`
  })
  .join('\n')}
]
`

/** Generates the module that lists the event types of the contract. */
export const buildEventTypesModule = (types: readonly unknown[]) => `${banner}
export const eventTypes = ${JSON.stringify(types)} as const
`

if (import.meta.main) {
  const contract: Contract = JSON.parse(readFileSync(join(import.meta.dirname, '../openapi/dist/openapi.json'), 'utf8'))
  const target = join(import.meta.dirname, 'src/generated')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(join(target, 'nouns'), { recursive: true })
  const byNoun = Map.groupBy(getOperations(contract), ({ tag }) => tag)
  for (const [noun, operations] of byNoun) writeFileSync(join(target, `nouns/${noun}.ts`), buildNounModule(operations))
  writeFileSync(join(target, 'commands.ts'), buildNounIndexModule(contract.tags))
  const { EventType } = contract.components.schemas as Record<string, Schema>
  writeFileSync(join(target, 'event-types.ts'), buildEventTypesModule(EventType?.enum ?? []))
}
