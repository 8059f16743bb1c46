import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { getArea } from './imports.ts'

/** Describes whether an area reads or writes a table, and in which files. */
export interface TableUse {
  area: string
  table: string
  kind: 'reads' | 'writes'
  files: string[]
}

const writing =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([a-z_]+)|\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+([a-z_]+)\b/g
const reading = /\b(?:selectFrom|from|[a-z]+Join|using)\(\s*\[?\s*'([a-z_]+)|\b(?:from|join)\s+([a-z_]+)\b/g

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')

const named = (source: string, pattern: RegExp, tables: ReadonlySet<string>) =>
  [...source.matchAll(pattern)].map(([, kysely, sql]) => kysely ?? sql ?? '').filter((table) => tables.has(table))

/** Returns the tables that a source file reads or writes through Kysely or SQL. */
export const findTables = (source: string, tables: ReadonlySet<string>) => {
  const code = withoutComments(source)
  return { writes: named(code, writing, tables), reads: named(code, reading, tables) }
}

const isSourceFile = (path: string) =>
  path.endsWith('.ts') && !path.endsWith('.test.ts') && !/^(generated|testing)[\\/]|[\\/]schema\.ts$/.test(path)

/** Returns the tables that each area in a folder uses. Skips tests, which may use any table. */
export function listTableUses(folder: string, tables: ReadonlySet<string>): TableUse[] {
  const uses = new Map<string, TableUse>()
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSourceFile)) {
    const file = path.split(sep).join('/')
    const found = findTables(readFileSync(join(folder, path), 'utf8'), tables)
    for (const kind of ['reads', 'writes'] as const)
      for (const table of new Set(found[kind])) {
        const key = `${getArea(file)} ${kind} ${table}`
        const use = uses.get(key) ?? { area: getArea(file), table, kind, files: [] }
        use.files.push(file)
        uses.set(key, use)
      }
  }
  return [...uses.values()]
}
