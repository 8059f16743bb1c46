/**
 * `pnpm check`: what a change can be checked for in half a minute, all at once: format and lint, the contract if it changed, types,
 * the unit tests that import a file that differs from main, and the conventions. Exits with 1 when anything failed.
 */
import { dirname, join } from 'node:path'
import { findBase } from '../tests/runner/find-base.ts'
import { getFailedStages, getTool, runBeside, runStage } from '../tests/runner/stage.ts'

const root = dirname(import.meta.dirname)
const vitest = ['run', '--config', join(root, 'tests/vitest.config.ts'), '--reporter', 'minimal']

if (!(await runStage({ title: 'generate', command: process.execPath, args: ['scripts/generate.ts'] }))) process.exit(1)
await Promise.all([
  runBeside([
    { title: 'format and lint', command: getTool('.', 'biome'), args: ['ci', '.', '--reporter=summary'] },
    {
      title: 'contract lint',
      command: process.execPath,
      args: ['lint.ts', '--if-changed'],
      cwd: join(root, 'openapi'),
    },
  ]),
  runBeside([
    { title: 'types', command: process.execPath, args: ['scripts/typecheck.ts'] },
    {
      title: 'affected unit tests',
      command: getTool('tests', 'vitest'),
      args: [...vitest, '--project', 'unit', '--changed', findBase(), '--passWithNoTests'],
    },
    {
      title: 'conventions',
      command: getTool('tests', 'vitest'),
      args: [...vitest, join(root, 'tests/architecture/')],
    },
  ]),
])
process.exit(getFailedStages() > 0 ? 1 : 0)
