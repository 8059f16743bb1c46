import { join } from 'node:path'
import {
  areasOfReadModels,
  demoBookWritableTables,
  readableTables,
  type TableName,
  tableOwners,
} from '@tideline/api/table-owners.ts'
import { describe, expect, it } from 'vitest'
import { packageLayouts } from './areas.ts'
import { findTables, listTableUses } from './table-use.ts'

const folder = join(import.meta.dirname, '../../api/src')
const uses = listTableUses(folder, new Set(Object.keys(tableOwners)))
const foreign = uses.filter(({ area, table }) => tableOwners[table as TableName] !== area)

/** Groups the tables that belong to other areas by area, in the format of the lists in table-owners.ts. */
function byArea(found: typeof uses): Record<string, string[]> {
  const areas: Record<string, string[]> = {}
  for (const { area, table } of found) areas[area] = [...(areas[area] ?? []), table].toSorted()
  return areas
}

describe('database tables', () => {
  it('belong to an existing area', () => {
    const areas = packageLayouts.find((layout) => layout.folder === 'api/src')?.areas ?? []
    expect([...new Set(Object.values(tableOwners))].filter((area) => !areas.includes(area))).toEqual([])
  })

  it('are written only by the area that owns them and by the demo book', () => {
    const found = foreign.filter(({ kind }) => kind === 'writes')
    expect(byArea(found)).toEqual({ 'demo-book': demoBookWritableTables })
  })

  it('are read only by the area that owns them and by the listed areas', () => {
    const found = foreign.filter(
      ({ kind, area, table }) =>
        kind === 'reads' && !areasOfReadModels.includes(area) && tableOwners[table as TableName] !== 'catalog',
    )
    expect(byArea(found)).toEqual(readableTables)
  })
})

describe('table access check', () => {
  const tables = new Set(['policies', 'payments'])

  it('finds reads and writes in query builder calls and in SQL', () => {
    const source = `db.updateTable('policies'); sql\`insert into payments select * from policies\``
    expect(findTables(source, tables)).toEqual({ writes: ['policies', 'payments'], reads: ['policies'] })
  })

  it('ignores table names in comments', () => {
    expect(findTables('/* update policies */ // delete from payments', tables)).toEqual({ writes: [], reads: [] })
  })
})
