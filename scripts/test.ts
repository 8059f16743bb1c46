/**
 * `pnpm test`: lint, types, all tests and the requirements. All stages run even if one fails, so that one run shows all failures. With
 * words or options, only some tests run (tests/runner/options.ts). The last line of output is `N passed, N failed`. Exits with 1 if
 * anything failed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findBase } from '../tests/runner/find-base.ts'
import { parseTestOptions, type TestOptions, UsageError, usage } from '../tests/runner/options.ts'
import { printResult } from '../tests/runner/report.ts'
import { type Selection, selectTests } from '../tests/runner/select-tests.ts'
import { getFailedStages, getTool, runInBackground, runStage } from '../tests/runner/stage.ts'
import { findTestFiles, isComponentTest, isJourney } from '../tests/runner/test-projects.ts'
import { type BackgroundStack, startBackgroundStack } from '../tests/support/background-stack.ts'
import { ensureBrowser } from '../tests/support/ensure-browser.ts'

const root = dirname(import.meta.dirname)
const playwrightConfig = join(root, 'tests/playwright.config.ts')

const options = readOptions()
if (options.help) {
  process.stdout.write(usage)
  process.exit(0)
}
if (options.stop) {
  const { stopTestServer } = await import('../api/src/testing/test-server.ts')
  await stopTestServer()
  process.exit(0)
}

const isFullRun = options.words.length === 0 && !options.watch && !options.changed
// A partial run keeps the reports of the last full run for `pnpm trace`.
const reports = join(root, 'tests/.reports', isFullRun ? '' : 'selection')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

if (!(await runStage({ title: 'generate', command: process.execPath, args: ['scripts/generate.ts'] }))) process.exit(1)
if (isFullRun) await runEverything()
else await runSelection()
const { passed, failed } = printResult(reports, getFailedStages())
if (options.words.length > 0 && passed + failed === 0) exitWithoutMatch()
process.exit(failed > 0 ? 1 : 0)

function exitWithoutMatch(): never {
  process.stdout.write(`No test matches: ${options.words.join(' ')}\n`)
  process.exit(1)
}

function readOptions(): TestOptions {
  try {
    return parseTestOptions(process.argv.slice(2))
  } catch (problem) {
    if (!(problem instanceof UsageError)) throw problem
    process.stderr.write(`${problem.message}\n\n${usage}`)
    process.exit(2)
  }
}

async function runEverything() {
  const shard = options.shard ? [`--shard=${options.shard.index}/${options.shard.count}`] : []
  ensureBrowser()
  // These stages use one core while vitest waits for its server and database.
  const checks = [
    { title: 'lint', command: getTool('.', 'biome'), args: ['ci', '.', '--reporter=summary'] },
    { title: 'unused code', command: getTool('.', 'knip'), args: [] },
    { title: 'contract lint', command: process.execPath, args: ['lint.ts'], cwd: join(root, 'openapi') },
    { title: 'types', command: process.execPath, args: ['scripts/typecheck.ts'] },
    // The browser tests need both apps. Only an app that has changed is built.
    { title: 'apps', command: process.execPath, args: ['scripts/build-app.ts'] },
  ]
  const isFirstShard = (options.shard?.index ?? 1) === 1
  const [stack] = await Promise.all([
    isFirstShard ? runInBackground(checks).then(startBackgroundStack) : undefined,
    runVitest('unit, API, contract and component tests', ['run', ...shard]),
  ])
  await runPlaywright(shard, stack)
  await stack?.stop()
  // A single part of the tests cannot prove every requirement. `pnpm trace` combines the reports of all parts.
  if (!options.shard)
    await runStage({
      title: 'requirements',
      command: process.execPath,
      args: ['tests/requirements/trace.ts', '--summary'],
    })
}

async function runSelection() {
  const base = options.changed ? findBase() : undefined
  const { paths, titles } = selectTestFiles()
  if (paths.length === 0) exitWithoutMatch()
  const isEvery = options.words.length === 0
  const pattern = (option: string) => (titles ? [option, titles] : [])
  const onVitest = paths.filter((path) => !isJourney(path))
  if (isEvery || onVitest.some(isComponentTest)) ensureBrowser()
  if (onVitest.length > 0)
    await runVitest('unit, API, contract and component tests', [
      options.watch ? 'watch' : 'run',
      ...(isEvery ? [] : onVitest.map((path) => join(root, path))),
      ...pattern('--testNamePattern'),
      ...(base ? ['--changed', base] : []),
      '--passWithNoTests',
    ])

  const journeys = paths.filter(isJourney)
  if (options.watch || journeys.length === 0) return
  const args = [
    ...(isEvery ? [] : journeys.map((path) => `${path.replace('tests/', '').replaceAll('.', '\\.')}$`)),
    ...pattern('--grep'),
    ...(base ? [`--only-changed=${base}`] : []),
  ]
  if (!hasJourneys(args)) return
  ensureBrowser()
  await runPlaywright(args)
}

/**
 * Returns whether a user journey is selected. This check takes two seconds. It can avoid building the apps, which takes
 * a minute.
 */
function hasJourneys(args: string[]): boolean {
  const list = ['test', ...args, '--list', '--pass-with-no-tests', '--reporter', 'json', '--config', playwrightConfig]
  const { stdout } = spawnSync(getTool('tests', 'playwright'), list, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return /"ok":/.test(stdout)
}

function selectTestFiles(): Selection {
  const paths = findTestFiles()
  if (options.words.length === 0) return { paths }
  return selectTests(
    paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
    options.words,
    (word) => existsSync(join(root, word)),
  )
}

function runVitest(title: string, args: string[]) {
  const config = ['--config', join(root, 'tests/vitest.config.ts')]
  return runStage({ title, command: getTool('tests', 'vitest'), args: [...args, ...config], env: getReportsEnv() })
}

async function runPlaywright(args: string[], stack?: BackgroundStack) {
  return runStage({
    title: 'browser tests',
    command: getTool('tests', 'playwright'),
    args: ['test', ...args, '--config', playwrightConfig],
    env: { ...getReportsEnv(), ...(await stack?.env) },
  })
}

function getReportsEnv() {
  return { TIDELINE_REPORTS: reports }
}
