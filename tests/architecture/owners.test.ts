import { join } from 'node:path'
import { demoBookWrites, owners, readModels, reads, type Table } from '@tideline/api/owners.ts'
import { describe, expect, it } from 'vitest'
import { packageLayouts } from './areas.ts'
import { tablesIn, tableUses } from './table-use.ts'

const folder = join(import.meta.dirname, '../../api/src')
const uses = tableUses(folder, new Set(Object.keys(owners)))
const foreign = uses.filter(({ area, table }) => owners[table as Table] !== area)

/** Areas by name with the tables of others that they use, as the lists of owners.ts are written. */
function byArea(found: typeof uses): Record<string, string[]> {
  const areas: Record<string, string[]> = {}
  for (const { area, table } of found) areas[area] = [...(areas[area] ?? []), table].toSorted()
  return areas
}

describe('tables', () => {
  it('are owned by areas that exist', () => {
    const areas = packageLayouts.find((house) => house.folder === 'api/src')?.areas ?? []
    // Areas whose operations are pending: their tables are made, their rooms come with them.
    const coming = ['imports']
    expect([...new Set(Object.values(owners))].filter((area) => ![...areas, ...coming].includes(area))).toEqual([])
  })

  it('are written by their owner, but for what the demo book has no action for', () => {
    const found = foreign.filter(({ kind }) => kind === 'writes')
    expect(byArea(found)).toEqual({ 'demo-book': demoBookWrites })
  })

  it('are read by their owner and the areas of the list', () => {
    const found = foreign.filter(
      ({ kind, area, table }) => kind === 'reads' && !readModels.includes(area) && owners[table as Table] !== 'catalog',
    )
    expect(byArea(found)).toEqual(reads)
  })
})

describe('the check itself', () => {
  const tables = new Set(['policies', 'payments'])

  it('sees what is written and read, by method and by SQL', () => {
    const source = `db.updateTable('policies'); sql\`insert into payments select * from policies\``
    expect(tablesIn(source, tables)).toEqual({ writes: ['policies', 'payments'], reads: ['policies'] })
  })

  it('leaves comments out', () => {
    expect(tablesIn('/* update policies */ // delete from payments', tables)).toEqual({ writes: [], reads: [] })
  })
})
