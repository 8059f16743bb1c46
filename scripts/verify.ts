/**
 * `pnpm verify`: runs the tests that are too slow for `pnpm test`, and all cases of the tests that run with fewer cases
 * there. Examples are property tests, mutation tests and random policy histories. Also checks the licenses of the SBOM.
 * Meant for a nightly run. Exits with 1 if anything failed.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { printResult } from '../tests/runner/report.ts'
import { getFailedStages, getTool, runStage } from '../tests/runner/stage.ts'

const root = dirname(import.meta.dirname)
const reports = join(root, 'tests/.reports/verify')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const env = { TIDELINE_REPORTS: reports, TIDELINE_THOROUGH: 'yes' }
/**
 * Seed of the first random policy history. It changes every day. `pnpm histories --from <seed> --count 1` repeats one
 * history.
 */
const seed = Math.floor(Date.now() / 86_400_000) * 10_000

if (!(await runStage({ title: 'generate', command: process.execPath, args: ['scripts/generate.ts'] }))) process.exit(1)
await runStage({
  title: 'contract lint with all rules',
  command: process.execPath,
  args: ['lint.ts', '--all'],
  cwd: join(root, 'openapi'),
})
await runStage({ title: 'SBOM and licenses', command: process.execPath, args: ['scripts/create-sbom.ts'] })
await runStage({
  title: 'API, contract and component tests with all cases',
  command: getTool('tests', 'vitest'),
  args: [
    ...['run', '--config', join(root, 'tests/vitest.config.ts')],
    ...['contract', 'faults', 'packages', 'property', 'responses', 'samples', 'scenarios', 'security', 'verify'].map(
      (folder) => join(root, 'tests', folder, '/'),
    ),
    'obligations-history',
    // Runs in the development build of React.
    '.browser.test.tsx',
  ],
  env,
})
await runStage({
  title: 'browser tests with all cases',
  command: getTool('tests', 'playwright'),
  args: ['test', '--config', join(root, 'tests/playwright.config.ts')],
  env,
})
await runStage({ title: 'mutants', command: process.execPath, args: ['tests/mutation/mutate.ts'] })
await runStage({
  title: 'histories',
  command: process.execPath,
  args: ['tests/property/campaign.ts', '--from', String(seed), '--count', '5000'],
})
process.exit(printResult(reports, getFailedStages()).failed > 0 ? 1 : 0)
