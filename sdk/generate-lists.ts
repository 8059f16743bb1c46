/**
 * Writes `src/generated/lists.ts`: how each list of the contract is walked through, by its path. Those of the back office give the rows
 * of a `range`, the others `take` rows after `skip`; the rows are the answer, its payload, or the one list in it.
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
  schema: Schema
}
interface Operation {
  operationId: string
  parameters?: Parameter[]
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

/** The names on the way to the rows. */
function wayToRows(schema: Schema): string[] {
  const { type, properties = {} } = resolve(schema)
  if (type === 'array') return []
  if (properties.payload) return ['payload', ...wayToRows(properties.payload)]
  const lists = Object.entries(properties).filter(([, property]) => resolve(property).type === 'array')
  if (lists.length !== 1 || !lists[0]) throw new Error(`Which of ${Object.keys(properties)} are the rows?`)
  return [lists[0][0]]
}

const lists = Object.entries(bundle.paths as unknown as Record<string, Record<string, Operation>>).flatMap(
  ([path, { get }]) => {
    const parameters = new Map((get?.parameters ?? []).map(resolve).map(({ name, schema }) => [name, resolve(schema)]))
    const schema = get?.responses['200']?.content?.['application/json']?.schema
    const by = parameters.has('range') ? 'range' : parameters.has('skip') ? 'skip' : undefined
    if (!by || !schema) return []
    const most = parameters.get('take')?.maximum ?? 1000
    return [`  '${path}': { by: '${by}', most: ${most}, rows: ${JSON.stringify(wayToRows(schema))} },`]
  },
)

writeFileSync(
  join(import.meta.dirname, 'src/generated/lists.ts'),
  `// Generated from the contract's parameters and answers.
export const lists: Readonly<Record<string, { by: 'skip' | 'range'; most: number; rows: readonly string[] }>> = {
${lists.join('\n')}
}
`,
)
