import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageLayouts } from './areas.ts'
import { findImportCycles, findUpwardImports, getArea, getImports } from './imports.ts'

const root = join(import.meta.dirname, '../..')

const [, list = ''] = /^packages: \[(.+)\]$/m.exec(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) ?? []
const packages = list.split(', ')

describe.each(packageLayouts)('$folder', ({ folder, areas }) => {
  const imports = getImports(join(root, folder))

  it('has exactly the declared areas', () => {
    const found = new Set([...imports.keys()].map(getArea))
    expect([...found].sort()).toEqual([...areas].sort())
  })

  it('imports code and types only from lower areas', () => {
    expect(findUpwardImports(imports, areas)).toEqual([])
  })

  it('has no circular imports of code or types', () => {
    expect(findImportCycles(imports)).toEqual([])
  })
})

describe('workspace packages', () => {
  it('have a declared area order', () => {
    expect(packages.length).toBeGreaterThan(5)
    const folders = packageLayouts.map(({ folder }) => folder)
    expect(packages.filter((name) => !folders.includes(name) && !folders.includes(`${name}/src`))).toEqual([])
  })

  it.each(packages)('have no circular imports between any of their files: %s', (name) => {
    expect(findImportCycles(getImports(join(root, name)))).toEqual([])
  })
})

it('treats files matched by import.meta.glob as imports', () => {
  const imports = getImports(join(root, 'admin-web/src'))
  expect(imports.get('shell/resources.ts')).toEqual(expect.arrayContaining(['kit/resource.ts', 'policies/index.ts']))
})

describe('import check', () => {
  const imports = new Map([
    ['ground/a.ts', ['upper/b.ts']],
    ['upper/b.ts', ['upper/c.ts', 'ground/d.ts']],
    ['upper/c.ts', ['upper/b.ts']],
    ['ground/d.ts', []],
  ])

  it('finds an import from a higher area', () => {
    expect(findUpwardImports(imports, ['ground', 'upper'])).toEqual(['ground/a.ts imports upper/b.ts'])
  })

  it('finds a circular import', () => {
    expect(findImportCycles(imports)).toEqual([['upper/b.ts', 'upper/c.ts', 'upper/b.ts']])
  })
})
