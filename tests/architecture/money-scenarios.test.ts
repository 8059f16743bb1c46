import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Rows of the table in docs/money.md: scenario, test title, and file. */
const rows = readFileSync(join(root, 'docs/money.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, scenario, title, file] = /^\| (F\d+)[^|]*\| (.+?) +\| `(.+?)` +\|$/.exec(line) ?? []
    return scenario && title && file ? [{ scenario, title: title.replaceAll('\\|', '|'), file }] : []
  })

it('finds a test for every accounting scenario in docs/money.md', () => {
  const scenarios = new Set(rows.map(({ scenario }) => scenario))
  expect([...scenarios]).toEqual(Array.from({ length: 16 }, (_, index) => `F${index + 1}`))
  const missing = rows.filter(({ title, file }) => !readFileSync(join(root, file), 'utf8').includes(title))
  expect(missing).toEqual([])
})
