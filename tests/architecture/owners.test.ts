import { join } from 'node:path'
import { demoBookWrites, owners, readModels, reads, type Table } from '@tideline/api/owners.ts'
import { describe, expect, it } from 'vitest'
import { packageLayouts } from './areas.ts'
import { tablesIn, tableUses } from './table-use.ts'

const folder = join(import.meta.dirname, '../../api/src')
const uses = tableUses(folder, new Set(Object.keys(owners)))
const foreign = uses.filter(({ area, table }) => owners[table as Table] !== area)

/** Groups foreign tables by area, in the format of the lists in owners.ts. */
function byArea(found: typeof uses): Record<string, string[]> {
  const areas: Record<string, string[]> = {}
  for (const { area, table } of found) areas[area] = [...(areas[area] ?? []), table].toSorted()
  return areas
}

describe('table access', () => {
  it('assigns every table to an existing area', () => {
    const areas = packageLayouts.find((house) => house.folder === 'api/src')?.areas ?? []
    // Areas that have tables but are not implemented yet.
    const coming = ['imports']
    expect([...new Set(Object.values(owners))].filter((area) => ![...areas, ...coming].includes(area))).toEqual([])
  })

  it('writes tables only in their own area, except for the listed tables of the demo book', () => {
    const found = foreign.filter(({ kind }) => kind === 'writes')
    expect(byArea(found)).toEqual({ 'demo-book': demoBookWrites })
  })

  it('reads tables only in their own area and the listed areas', () => {
    const found = foreign.filter(
      ({ kind, area, table }) => kind === 'reads' && !readModels.includes(area) && owners[table as Table] !== 'catalog',
    )
    expect(byArea(found)).toEqual(reads)
  })
})

describe('table access check', () => {
  const tables = new Set(['policies', 'payments'])

  it('finds reads and writes in query builder calls and in SQL', () => {
    const source = `db.updateTable('policies'); sql\`insert into payments select * from policies\``
    expect(tablesIn(source, tables)).toEqual({ writes: ['policies', 'payments'], reads: ['policies'] })
  })

  it('ignores table names in comments', () => {
    expect(tablesIn('/* update policies */ // delete from payments', tables)).toEqual({ writes: [], reads: [] })
  })
})
