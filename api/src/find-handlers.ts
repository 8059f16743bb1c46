import { readdirSync } from 'node:fs'
import { sep } from 'node:path'

/**
 * Returns the sorted paths of the route files in `folder`. Each file `<area>/<operationId>.route.ts` serves one
 * operation.
 */
export const findRouteFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.route.ts'))
    .map((path) => path.split(sep).join('/'))
    .sort()

/**
 * Generates the module that collects the handlers of all route files (ADR 18). The module does not compile if a file
 * name and its handler do not match or two files serve the same operation.
 */
export function generateHandlersModule(files: readonly string[]): string {
  const found = files.map((path) => ({ path, operationId: path.slice(path.lastIndexOf('/') + 1, -'.route.ts'.length) }))
  const imports = found.map(({ path, operationId }) => `import { ${operationId} } from '../${path}'`)
  return `// Generated from the names of api/src/**/*.route.ts by scripts/generate.ts. Do not edit.
import type { AreaHandlers } from '../http/operation.ts'
${imports.join('\n')}

export const routeHandlers = {
${found.map(({ operationId }) => `  ${operationId},\n`).join('')}} satisfies AreaHandlers
`
}
