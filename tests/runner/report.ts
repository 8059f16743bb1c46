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

/** Prints the failures in the reports of a folder, followed by `N passed, N failed`. */
export function printResult(reports: string, failedStages: number): { passed: number; failed: number } {
  const read = <Report>(name: string): Report | undefined =>
    existsSync(join(reports, name)) ? JSON.parse(readFileSync(join(reports, name), 'utf8')) : undefined
  const unit = read<VitestReport>('vitest.json')
  const browser = read<PlaywrightReport>('playwright.json')
  const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0) + (browser?.stats.flaky ?? 0)
  const testsFailed = (unit?.numFailedTests ?? 0) + (browser?.stats.unexpected ?? 0)
  // A failed stage without failed tests (lint, types, a crash) counts as one failure.
  const failed = Math.max(testsFailed, failedStages)

  // Repeats all failures at the end, because only the end of a long log may be visible.
  const failures = (unit?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && tests.length === 0) return [`${name}${shortenMessage(message)}`]
    return tests.map(
      ({ fullName, failureMessages }) => `${name} › ${fullName}${shortenMessage(failureMessages.join('\n'))}`,
    )
  })
  failures.push(...listTitles(browser?.suites ?? [], 'unexpected'))
  for (const failure of failures) process.stdout.write(`\nFailed: ${failure}`)

  // A flaky test counts as passed. It is listed so that it gets fixed.
  for (const title of listTitles(browser?.suites ?? [], 'flaky'))
    process.stdout.write(`\nPassed only on retry: ${title}`)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  return { passed, failed }
}

/** Returns the first lines of a failure message, without lines from node_modules. */
const shortenMessage = (message: string) =>
  message
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, 12)
    .map((line) => `\n    ${line.slice(0, 300)}`)
    .join('')

const listTitles = (suites: PlaywrightSuite[], wanted: 'flaky' | 'unexpected'): string[] =>
  suites.flatMap((suite) => [
    ...suite.specs.filter(({ tests }) => tests.some(({ status }) => status === wanted)).map(({ title }) => title),
    ...listTitles(suite.suites ?? [], wanted),
  ])
