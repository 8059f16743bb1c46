/**
 * Writes `src/generated/words.ts`: what the contract's `x-words` say. A schema with a list of entries becomes that list, one
 * with a `const` becomes that value, so that API, papers and screens say the same.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import bundle from '@tideline/openapi/bundle.json' with { type: 'json' }

interface Worded {
  const?: unknown
  'x-words'?: { name: string; entries?: object[] }
}

const worded = (Object.values(bundle.components.schemas) as Worded[]).flatMap((schema) => {
  const words = schema['x-words']
  return words
    ? [`export const ${words.name} = ${JSON.stringify(words.entries ?? schema.const, null, 2)} as const`]
    : []
})
writeFileSync(
  join(import.meta.dirname, 'src/generated/words.ts'),
  `// Generated from the contract's x-words.\n${worded.join('\n\n')}\n`,
)
