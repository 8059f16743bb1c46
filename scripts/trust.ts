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
import { findTestFiles } from '../tests/runner/test-projects.ts'

const { values } = parseArgs({ options: { 'soak-minutes': { type: 'string', default: '1' } } })
const root = dirname(import.meta.dirname)
const reports = join(root, 'tests/.reports/trust')
rmSync(reports, { recursive: true, force: true })

/** Tests that measure response times. Each of them runs alone, because other tests would change the result. */
const timed = ['tests/trust/nightly/overload.test.ts', 'tests/trust/nightly/soak.test.ts']
const untimed = findTestFiles().filter((path) => path.startsWith('tests/trust/') && !timed.includes(path))

const began = Date.now()
if (!(await runStage({ title: 'generate', command: process.execPath, args: ['scripts/generate.ts'] }))) process.exit(1)
const stages = [
  { name: 'untimed', title: 'malformed input, tampering, secrets, kill points, failover', files: untimed, more: [] },
  { name: 'timed', title: 'overload, soak', files: timed, more: ['--no-file-parallelism'] },
]
let failed = 0
for (const { name, title, files, more } of stages) {
  const folder = join(reports, name)
  mkdirSync(folder, { recursive: true })
  const failedBefore = getFailedStages()
  await runStage({
    title,
    command: getTool('tests', 'vitest'),
    args: ['run', '--config', join(root, 'tests/vitest.config.ts'), ...more, ...files],
    env: { TIDELINE_REPORTS: folder, TIDELINE_THOROUGH: 'yes', SOAK_MINUTES: values['soak-minutes'] },
  })
  failed += printResult(folder, getFailedStages() - failedBefore).failed
}
process.stdout.write(`All trust tests took ${Math.round((Date.now() - began) / 60_000)} minutes.\n`)
process.exit(failed > 0 ? 1 : 0)
