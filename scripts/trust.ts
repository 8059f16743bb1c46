/**
 * `pnpm trust`: damages inputs, flips bits, kills processes and searches for secrets, with all cases. `pnpm test` runs a
 * small part of them. Meant for a nightly run. `--soak-minutes 60` sets the duration of the soak test (1 by default). Exits
 * with 1 if anything failed.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { printResult } from '../tests/runner/report.ts'
import { getFailedStages, getTool, runStage } from '../tests/runner/stage.ts'

const { values } = parseArgs({ options: { 'soak-minutes': { type: 'string', default: '1' } } })
const root = dirname(import.meta.dirname)
const reports = join(root, 'tests/.reports/trust')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

if (!(await runStage({ title: 'generate', command: process.execPath, args: ['scripts/generate.ts'] }))) process.exit(1)
await runStage({
  title: 'malformed input, tampering, secrets, kill points',
  command: getTool('tests', 'vitest'),
  args: ['run', '--config', join(root, 'tests/vitest.config.ts'), join(root, 'tests/trust/')],
  env: { TIDELINE_REPORTS: reports, TIDELINE_THOROUGH: 'yes', SOAK_MINUTES: values['soak-minutes'] },
})
process.exit(printResult(reports, getFailedStages()).failed > 0 ? 1 : 0)
