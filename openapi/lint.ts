/**
 * Bundles the contract and lints the files with Redocly and the bundle with Spectral. With `--all`, also lints the bundle
 * with Redocly's strict rules and applies the rules of `spectral:oas` and OWASP, which takes a minute. Any of these
 * problems fails unless `rules/redocly-exceptions.mjs` or `rules/spectral-exceptions.mjs` lists it, and so does an
 * exception that nothing needs. With `--if-changed`, does nothing if no file has changed since the last run that passed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyExceptions, type LintException, type LintProblem } from './lint-exceptions.ts'

const here = import.meta.dirname
const run = (title: string, tool: string, args: string[]) => {
  const { status } = spawnSync(`${here}/node_modules/.bin/${tool}`, args, { cwd: here, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`${title} failed.`)
    process.exit(1)
  }
}

/** Returns one hash of all files that affect the lint result. */
function hashInputs(): string {
  const hash = createHash('sha256')
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isFile()) hash.update(path).update(readFileSync(path))
      else if (entry.isDirectory() && !['dist', 'node_modules', 'released'].includes(entry.name)) walk(path)
    }
  }
  walk(here)
  return hash.update(readFileSync(join(here, '../pnpm-lock.yaml'))).digest('hex')
}

const stamp = join(here, 'dist/linted.sha256')
const inputs = hashInputs()
if (process.argv.includes('--if-changed') && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs)
  process.exit(0)

run('Redocly lint', 'redocly', ['lint', 'tideline', '--config', 'redocly.yaml', '--max-problems', '300'])
// Writes to a different bundle than the one that tests may be reading at the same time.
const bundle = 'dist/linted.json'
run('Redocly bundle', 'redocly', ['bundle', 'tideline', '--config', 'redocly.yaml', '-o', bundle])
if (!existsSync(join(here, bundle))) process.exit(1)
type Contract = { paths: Record<string, Record<string, { operationId?: string }>> }
const { paths } = JSON.parse(readFileSync(join(here, bundle), 'utf8')) as Contract
const toProblem = (rule: string, path: readonly (string | number)[], message: string): LintProblem => {
  const [section, route = '', method = ''] = path.map(String)
  const operationId = section === 'paths' ? paths[route]?.[method]?.operationId : undefined
  return { rule, location: path.join('.'), message, operationId }
}

/** Runs a tool that writes its problems to a JSON file, and fails for each one that no exception covers. */
function check(
  title: string,
  tool: string,
  args: string[],
  read: (report: string) => LintProblem[],
  exceptions: readonly LintException[],
): void {
  const { status, stdout, stderr } = spawnSync(`${here}/node_modules/.bin/${tool}`, args, {
    ...{ cwd: here, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  })
  // 1 is the status for problems.
  if (status !== 0 && status !== 1) {
    console.error(`${stdout}${stderr}${title} stopped with status ${status}.`)
    process.exit(1)
  }
  const lines = applyExceptions(read(stdout), exceptions)
  for (const line of lines) console.error(line)
  if (lines.length > 0) {
    console.error(`${title} found ${lines.length} problems.`)
    process.exit(1)
  }
  console.info(`${title} passed.`)
}

const loadExceptions = async (tool: string) =>
  ((await import(`./rules/${tool}-exceptions.mjs`)) as { default: LintException[] }).default

interface RedoclyReport {
  problems: { ruleId: string; message: string; location: { pointer: string }[] }[]
}
const isComplete = process.argv.includes('--all')
if (isComplete)
  check(
    'Redocly lint of the bundle',
    'redocly',
    ['lint', bundle, '--config', 'redocly-bundle.yaml', '--format', 'json', '--max-problems', '100000'],
    (report) =>
      (JSON.parse(report) as RedoclyReport).problems.map(({ ruleId, message, location: [place] }) => {
        const parts = (place?.pointer ?? '').split('/').slice(1)
        return toProblem(
          ruleId,
          parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
          message,
        )
      }),
    await loadExceptions('redocly'),
  )
const spectralReport = join(here, 'dist/spectral.json')
rmSync(spectralReport, { force: true })
check(
  'Spectral',
  'spectral',
  [
    ...['lint', bundle, '--ruleset', isComplete ? 'rules/spectral-all.yaml' : 'rules/spectral.mjs'],
    ...['--fail-severity', 'hint', '--format', 'json', '--output', spectralReport],
  ],
  () =>
    (JSON.parse(readFileSync(spectralReport, 'utf8')) as { code: string; message: string; path: string[] }[]).map(
      ({ code, path, message }) => toProblem(code, path, message),
    ),
  isComplete ? await loadExceptions('spectral') : [],
)
writeFileSync(stamp, inputs)
