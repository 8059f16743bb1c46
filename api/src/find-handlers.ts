import { readdirSync } from 'node:fs'
import { sep } from 'node:path'

/** The files of `folder` that serve one operation each, `<area>/<operationId>.route.ts`, in the order of their names. */
export const routeFilesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.route.ts'))
    .map((path) => path.split(sep).join('/'))
    .sort()

/**
 * The module that brings them together (ADR 18). A file exports its handler under its own name; a name that is no operation,
 * a handler of another one and two files of one operation do not compile.
 */
export function foundHandlersModule(files: readonly string[]): string {
  const found = files.map((path) => ({ path, operationId: path.slice(path.lastIndexOf('/') + 1, -'.route.ts'.length) }))
  const imports = found.map(({ path, operationId }) => `import { ${operationId} } from '../${path}'`)
  return `// Generated from the names of api/src/**/*.route.ts by scripts/generate.ts. Do not edit.
import type { AreaHandlers } from '../http/operation.ts'
${imports.join('\n')}

export const foundHandlers = {
${found.map(({ operationId }) => `  ${operationId},\n`).join('')}} satisfies AreaHandlers
`
}
