import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableOwners } from '@tideline/api/table-owners.ts'
import { describe, expect, it } from 'vitest'
import { findTables } from './table-use.ts'

const folder = join(import.meta.dirname, '../../api/src')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

/** Returns whether a file contains SQL or uses the query builder. */
const hasQuery = (source: string) =>
  /from 'kysely'|\bsql[<`]|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(source)

describe('route files', () => {
  it('contain no queries if they are named routes.ts', () => {
    expect(globSync('**/routes.ts', { cwd: folder }).filter((path) => hasQuery(read(path)))).toEqual([])
  })

  it('contain no database writes if they define a single operation (ADR 18)', () => {
    const tables = new Set(Object.keys(tableOwners))
    const writing = globSync('**/*.route.ts', { cwd: folder }).filter(
      (path) => findTables(read(path), tables).writes.length,
    )
    expect(writing).toEqual([])
  })
})
