/**
 * `pnpm mutate`: changes the rules in one place at a time and runs the unit tests that cover the changed rule. A change
 * (mutant) that no test detects must be listed in `survivors.tsv`. A listed mutant that a test detects must be removed
 * from the list. Exits with 1 otherwise, or if tests detect less than 95 % of the mutants of an area.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { findBase } from '../runner/find-base.ts'
import { root } from '../runner/test-projects.ts'
import { type Area, areas, findRuleFiles, getArea, isArea } from './rule-files.ts'
import { compareSurvivors, describeMutation, formatSurvivors, parseSurvivors, type Survivor } from './survivors.ts'

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

const usage = `pnpm mutate                  Mutate the rules of all areas
pnpm mutate <area…>          Mutate the rules of these areas: ${areas.join(', ')}
pnpm mutate x-access         Mutate the access rules of the contract's operations only
pnpm mutate --changed        Mutate the rule files that differ from main
pnpm mutate … --update       Remove detected mutants from survivors.tsv. Adds survivors only for an area without rows
`
const leastPercent = 95
const listPath = join(import.meta.dirname, 'survivors.tsv')

process.chdir(root)
const { chosen, isAccessChosen, isChanged, isUpdate } = readOptions()
const isAccessDetected = !isAccessChosen || (await checkAccessMutants())
if (chosen.length === 0) process.exit(isAccessDetected ? 0 : 1)
const files = chosen.flatMap(findRuleFiles).filter(isChanged ? findChangedFiles() : () => true)
if (files.length === 0) {
  process.stdout.write('No rule file differs from main.\n')
  process.exit(isAccessDetected ? 0 : 1)
}
const results = await runMutants()
const counts = chosen.map((area) => [area, countMutants(area)] as const).filter(([, { all }]) => all > 0)
const isComplete = checkSurvivors()
process.stdout.write(counts.map(([area, count]) => `${area}: ${formatCount(count)}\n`).join(''))
// The rate of an area is unknown if only some of its files are mutated.
const isDetected = isChanged || counts.every(([, { all, detected }]) => detected * 100 >= leastPercent * all)
if (!isDetected) process.stdout.write(`Tests must detect at least ${leastPercent} % of the mutants of each area.\n`)
process.exit(isComplete && isDetected && isAccessDetected ? 0 : 1)

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2).filter((arg) => arg !== '--'),
      allowPositionals: true,
      options: { changed: { type: 'boolean' }, update: { type: 'boolean' } },
    })
    const unknown = positionals.find((name) => !isArea(name) && name !== 'x-access')
    if (unknown !== undefined) throw new Error(`There is no area ${unknown}.`)
    return {
      chosen: positionals.length > 0 ? positionals.filter(isArea) : areas,
      isAccessChosen: positionals.length === 0 || positionals.includes('x-access'),
      isChanged: values.changed ?? false,
      isUpdate: values.update ?? false,
    }
  } catch (problem) {
    process.stderr.write(`${(problem as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

/**
 * Changes every `x-access` of the contract in one place at a time and compares the result with permissions.tsv, as
 * `tests/security/permissions.test.ts` does. Prints the changes that this comparison does not detect. Returns whether
 * it detects all changes.
 */
async function checkAccessMutants(): Promise<boolean> {
  const [{ calls }, { listAccessMutants }] = await Promise.all([
    import('../support/contract.ts'),
    import('../support/access-mutants.ts'),
  ])
  const mutants = calls.flatMap(listAccessMutants)
  const missed = mutants.filter(({ isDetected }) => !isDetected)
  for (const { operationId, change } of missed)
    process.stdout.write(`permissions.tsv does not detect this mutant:\n  ${operationId}  ${change}\n`)
  const count = { detected: mutants.length - missed.length, all: mutants.length }
  process.stdout.write(`x-access: ${formatCount(count)}\n`)
  return missed.length === 0
}

function findChangedFiles() {
  const changed = new Set(
    [
      ['diff', '--name-only', findBase()],
      ['ls-files', '--others', '--exclude-standard'],
    ].flatMap((args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n')),
  )
  return (path: string) => changed.has(path)
}

function runMutants(): Promise<MutantResult[]> {
  return new Stryker({
    mutate: files,
    // Skips text, because text is not a rule. If text is compared, the comparison is mutated instead.
    mutator: { excludedMutations: ['StringLiteral'] },
    testRunner: 'vitest',
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    vitest: { configFile: join('tests/mutation/vitest.config.ts'), related: true },
    coverageAnalysis: 'perTest',
    // Allows a slow machine to finish a test. Endless loops are detected by their number of iterations.
    timeoutMS: 30_000,
    concurrency: Math.max(1, availableParallelism() - 1),
    // Mutants are written to a copy of the repository.
    tempDirName: '.tideline/mutation',
    ignorePatterns: ['dist', 'docs/pictures', 'tests/.artifacts', 'tests/.reports', '.tideline'],
    disableTypeChecks: false,
    reporters: ['progress-append-only'],
    allowEmpty: true,
  }).runMutationTest()
}

function isDetectedMutant({ status }: MutantResult) {
  return status === 'Killed' || status === 'Timeout'
}

function isUndetectedMutant({ status }: MutantResult) {
  return status === 'Survived' || status === 'NoCoverage'
}

function countMutants(area: Area) {
  const own = results.filter(({ fileName }) => getArea(getPath(fileName)) === area)
  const detected = own.filter(isDetectedMutant).length
  return { detected, all: detected + own.filter(isUndetectedMutant).length }
}

/** Returns the path relative to the root, with slashes. */
function getPath(file: string) {
  return relative(root, file).replaceAll('\\', '/')
}

function formatCount({ detected, all }: ReturnType<typeof countMutants>) {
  return `${detected} of ${all} mutants detected (${((detected / all) * 100).toFixed(1)} %)`
}

/** Compares the survivors with the list and prints the differences. Returns whether there are no differences. */
function checkSurvivors(): boolean {
  const list = parseSurvivors(readFileSync(listPath, 'utf8'))
  const isMutated = ({ file }: Survivor) =>
    isChanged ? files.includes(file) : chosen.some((area) => area === getArea(file))
  const found = results.filter(isUndetectedMutant).map(toSurvivor)
  const { unlisted, killed, survived } = compareSurvivors(found, list.filter(isMutated))
  const isNew = ({ file }: Survivor) => isUpdate && !list.some((row) => getArea(row.file) === getArea(file))
  const added = unlisted.filter(isNew)
  const missed = unlisted.filter((each) => !isNew(each))
  for (const { file, lineNumber, line, mutation } of missed)
    process.stdout.write(`No test detects this mutant:\n  ${file}:${lineNumber}  ${line}\n  ${mutation}\n`)
  if (isUpdate) {
    const others = list.filter((row) => !isMutated(row))
    const rows = added.map(({ lineNumber: _, ...row }) => ({ ...row, reason: '' }))
    writeFileSync(listPath, formatSurvivors([...others, ...survived, ...rows]))
  } else
    for (const { file, line, mutation } of killed)
      process.stdout.write(
        `Remove from survivors.tsv (--update), because it is detected:\n  ${file}  ${line}\n  ${mutation}\n`,
      )
  return missed.length === 0 && (isUpdate || killed.length === 0)
}

function toSurvivor({ fileName, location: { start, end }, replacement = '' }: MutantResult) {
  const file = getPath(fileName)
  const lines = readFileSync(fileName, 'utf8').split('\n')
  const code = lines.slice(start.line - 1, end.line)
  code[code.length - 1] = code.at(-1)?.slice(0, end.column - 1) ?? ''
  code[0] = code[0]?.slice(start.column - 1) ?? ''
  return {
    file,
    lineNumber: start.line,
    line: (lines[start.line - 1] ?? '').trim().replaceAll('\t', ' '),
    mutation: describeMutation(code.join('\n'), replacement),
  }
}
