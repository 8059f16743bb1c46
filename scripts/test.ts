/**
 * `pnpm test`: runs code generation, lint, type checks, unit, API and contract tests, and browser tests. A failing
 * stage does not stop the others. Prints `N passed, N failed` last and exits with 1 when anything failed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureBrowser } from '../tests/support/ensure-browser.ts'

const root = dirname(import.meta.dirname)
const reports = join(root, 'tests/.reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const env = {
  ...process.env,
  FORCE_COLOR: '0',
  // Caches compiled code, because tests start the API and the command line a hundred times.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
}

let stagesFailed = 0
const stage = (title: string, command: string, args: string[], cwd = root) => {
  const started = Date.now()
  process.stdout.write(`\n── ${title}\n`)
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', env })
  process.stdout.write(
    `── ${title}: ${status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s\n`,
  )
  if (status !== 0) stagesFailed++
  return status === 0
}
const bin = (folder: string, tool: string) => join(root, folder, 'node_modules/.bin', tool)

if (!stage('generate', process.execPath, ['scripts/generate.ts'])) process.exit(1)
stage('lint', bin('.', 'biome'), ['ci', '.', '--reporter=summary'])
stage('contract lint', process.execPath, ['lint.ts'], join(root, 'openapi'))
stage('types', process.execPath, ['scripts/typecheck.ts'])
ensureBrowser()
stage('unit, API, contract and component tests', bin('tests', 'vitest'), [
  'run',
  '--config',
  join(root, 'tests/vitest.config.ts'),
])
stage('browser tests', bin('tests', 'playwright'), ['test', '--config', join(root, 'tests/playwright.config.ts')])
stage('requirements', process.execPath, ['tests/requirements/trace.ts', '--summary'])

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
}
const read = <Report>(name: string): Report | undefined =>
  existsSync(join(reports, name)) ? JSON.parse(readFileSync(join(reports, name), 'utf8')) : undefined
const unit = read<VitestReport>('vitest.json')
const browser = read<PlaywrightReport>('playwright.json')
const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0) + (browser?.stats.flaky ?? 0)
const testsFailed = (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0)
// A stage that failed without a failing test (lint, types, a crash) counts as one failure.
const failed = Math.max(testsFailed, stagesFailed)

/** Returns the first lines of a test's failure message. */
const shortenMessage = (message: string) =>
  message
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, 12)
    .map((line) => `\n    ${line.slice(0, 300)}`)
    .join('')
/** Repeats all failures at the end, so that the end of a long log shows what failed and why. */
const failures = (unit?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
  const tests = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && tests.length === 0) return [`${name}${shortenMessage(message)}`]
  return tests.map(
    ({ fullName, failureMessages }) => `${name} › ${fullName}${shortenMessage(failureMessages.join('\n'))}`,
  )
})
const titles = (suites: PlaywrightSuite[], wanted: 'flaky' | 'unexpected'): string[] =>
  suites.flatMap((suite) => [
    ...suite.specs.filter(({ tests }) => tests.some(({ status }) => status === wanted)).map(({ title }) => title),
    ...titles(suite.suites ?? [], wanted),
  ])
failures.push(...titles(browser?.suites ?? [], 'unexpected'))
for (const failure of failures) process.stdout.write(`\nFailed: ${failure}`)

// A flaky test counts as passed, but its title is printed so that it gets fixed.
for (const title of titles(browser?.suites ?? [], 'flaky'))
  process.stdout.write(`\nPassed at the second try only: ${title}`)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exit(failed ? 1 : 0)
