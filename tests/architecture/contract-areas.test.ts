import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const listFolders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

describe('openapi/paths folders', () => {
  test('are named after API modules, not after an audience', () => {
    // Operations of the modules `policy` and `policy-reads` have the documented name.
    const modules = [...listFolders('api/src'), 'policies']
    expect(listFolders('openapi/paths').filter((area) => !modules.includes(area))).toEqual([])
  })
})
