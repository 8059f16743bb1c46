/**
 * `pnpm check`: runs the quick checks in parallel, which takes about half a minute. They cover formatting, lint, unused
 * code, types, conventions, and the unit tests affected by changes since main. Exits with 1 if a check failed.
 */
import { dirname, join } from 'node:path'
import { findBase } from '../tests/runner/find-base.ts'
import { getFailedStages, getTool, runInBackground, runStage } from '../tests/runner/stage.ts'

const root = dirname(import.meta.dirname)
const vitest = ['run', '--config', join(root, 'tests/vitest.config.ts'), '--reporter', 'minimal']

if (!(await runStage({ title: 'generate', command: process.execPath, args: ['scripts/generate.ts'] }))) process.exit(1)
await Promise.all([
  runInBackground([
    { title: 'format and lint', command: getTool('.', 'biome'), args: ['ci', '.', '--reporter=summary'] },
    { title: 'unused code', command: getTool('.', 'knip'), args: [] },
    {
      title: 'contract lint',
      command: process.execPath,
      args: ['lint.ts', '--if-changed'],
      cwd: join(root, 'openapi'),
    },
  ]),
  runInBackground([
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
