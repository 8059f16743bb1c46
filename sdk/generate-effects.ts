/**
 * Generates `src/generated/effects.ts`, which lists two groups of operations. Operations with `x-effects: once` must
 * not be retried automatically. Operations with `x-effects: none` change nothing, even if their HTTP method is not GET.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import bundle from '@tideline/openapi/bundle.json' with { type: 'json' }

const calls = Object.entries(bundle.paths as Record<string, Record<string, { 'x-effects': string }>>).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, op]) => ({ method: method.toUpperCase(), path, effects: op['x-effects'] })),
)
const patterns = (wanted: (call: (typeof calls)[number]) => boolean) =>
  calls
    .filter(wanted)
    .map(({ method, path }) => `  /^${method} .*${path.replaceAll('/', '\\/').replace(/\{[^}]+\}/g, '[^/]+')}$/,`)
    .join('\n')

writeFileSync(
  join(import.meta.dirname, 'src/generated/effects.ts'),
  `// Generated from the contract's x-effects.
export const withOneEffect: readonly RegExp[] = [
${patterns(({ effects }) => effects === 'once')}
]

export const withoutEffects: readonly RegExp[] = [
${patterns(({ effects, method }) => effects === 'none' && method !== 'GET')}
]
`,
)
