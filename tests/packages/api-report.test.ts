import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createApiReport } from './api-report.ts'

const path = join(dirname(dirname(import.meta.dirname)), 'sdk/api-report.md')
/** If UPDATE_EXAMPLES is set, the report is written again. */
const { UPDATE_EXAMPLES } = process.env

test('records each change of the public API of the SDK in sdk/api-report.md', () => {
  const report = createApiReport()
  expect(report.match(/^## @tideline\/sdk/gm)).toHaveLength(7)
  // Each entry point has declarations.
  expect(report).not.toMatch(/```ts\n(\/\/.*\n)*```|^undefined$/m)
  if (UPDATE_EXAMPLES) writeFileSync(path, report)
  expect(readFileSync(path, 'utf8'), 'Run with UPDATE_EXAMPLES=yes to update the report.').toBe(report)
})
