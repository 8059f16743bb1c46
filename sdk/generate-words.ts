/**
 * Generates `src/generated/words.ts` from the contract's `x-words`, `x-message` and field labels. The API, documents
 * and screens then use the same text.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import bundle from '@tideline/openapi/bundle.json' with { type: 'json' }
import { getFieldLabel, getRequestFields } from '@tideline/openapi/field-labels.ts'

interface Worded {
  const?: unknown
  /** A list of entries, or an object whose keys name the values of the schema. */
  'x-words'?: { name: string; entries?: object }
}

const worded = (Object.values(bundle.components.schemas) as Worded[]).flatMap((schema) => {
  const words = schema['x-words']
  if (!words) return []
  const { name, entries = schema.const } = words
  const type =
    Array.isArray(entries) || typeof entries !== 'object'
      ? []
      : [`export type ${name} = (typeof ${name})[keyof typeof ${name}]`]
  return [`export const ${name} = ${JSON.stringify(entries, null, 2)} as const`, ...type]
})
/** Descriptions of all patterns in the contract, by pattern. */
const patterns = new Map<string, string>()
function collect(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if ('pattern' in value && 'x-message' in value) patterns.set(String(value.pattern), String(value['x-message']))
  for (const inner of Object.values(value)) collect(inner)
}
collect(bundle)
const patternWords = `export const patternWords: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(patterns), null, 2)}`
const fieldLabels = `export const fieldLabels: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(getRequestFields(bundle).map((name) => [name, getFieldLabel(name)])), null, 2)}`

writeFileSync(
  join(import.meta.dirname, 'src/generated/words.ts'),
  `// Generated from the contract's x-words and x-messages.\n${[...worded, patternWords, fieldLabels].join('\n\n')}\n`,
)
