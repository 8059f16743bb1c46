import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** Prints the failures and then `N passed, N failed`, from the reports in a folder. */
export function printResult(reports: string, failedStages: number): { passed: number; failed: number } {
  const read = <Report>(name: string): Report | undefined =>
    existsSync(join(reports, name)) ? JSON.parse(readFileSync(join(reports, name), 'utf8')) : undefined
  const unit = read<VitestReport>('vitest.json')
  const browser = read<PlaywrightReport>('playwright.json')
  const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0) + (browser?.stats.flaky ?? 0)
  const testsFailed = (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0)
  // A stage that broke without a failing test (lint, types, a crash) counts as one failure of its own.
  const failed = Math.max(testsFailed, failedStages)

  // Every failure again, last: whoever sees only the end of a long log still reads what failed and why.
  const failures = (unit?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && tests.length === 0) return [`${name}${briefly(message)}`]
    return tests.map(({ fullName, failureMessages }) => `${name} › ${fullName}${briefly(failureMessages.join('\n'))}`)
  })
  failures.push(...titles(browser?.suites ?? [], 'unexpected'))
  for (const failure of failures) process.stdout.write(`\nFailed: ${failure}`)

  // It counts as passed, and is named so that somebody mends it.
  for (const title of titles(browser?.suites ?? [], 'flaky'))
    process.stdout.write(`\nPassed at the second try only: ${title}`)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  return { passed, failed }
}

/** The first lines of what a test said when it failed. */
const briefly = (message: string) =>
  message
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, 12)
    .map((line) => `\n    ${line.slice(0, 300)}`)
    .join('')

const titles = (suites: PlaywrightSuite[], wanted: 'flaky' | 'unexpected'): string[] =>
  suites.flatMap((suite) => [
    ...suite.specs.filter(({ tests }) => tests.some(({ status }) => status === wanted)).map(({ title }) => title),
    ...titles(suite.suites ?? [], wanted),
  ])
