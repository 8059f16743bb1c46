/**
 * Generates `src/generated/staff-access.ts`: the roles that can call each operation that reads data and requires a
 * role, from the contract's `x-access`. The navigation and Home use it, so that neither repeats who can open a page (UI-20).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Operation {
  operationId: string
  'x-access': { who: string[]; roles?: string[] }
}

const bundle = JSON.parse(readFileSync(join(dirname(import.meta.dirname), 'openapi/dist/openapi.json'), 'utf8')) as {
  paths: Record<string, { get?: Operation }>
}

const entries = Object.values(bundle.paths)
  .flatMap(({ get }) => (get?.['x-access'].roles ? [get] : []))
  .map(({ operationId, 'x-access': { roles } }) => `  ${operationId}: ${JSON.stringify(roles)},`)
  .toSorted()

const folder = join(import.meta.dirname, 'src/generated')
mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'staff-access.ts'),
  `// Generated from the contract's x-access. 
export const staffAccess = {
${entries.join('\n')}
} as const satisfies Record<string, readonly string[]>
`,
)
