import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { LongTestsFirst } from './runner/sequencer.ts'
import { findIntegrationTests, findTestFiles } from './runner/test-projects.ts'
import { browserLaunch } from './support/ensure-browser.ts'
import { isThorough } from './support/thorough.ts'

const root = dirname(import.meta.dirname)
const excluded = ['**/node_modules/**', '**/dist/**', 'tests/browser/**', ...(isThorough ? [] : ['tests/verify/**'])]
const integrationTests = findIntegrationTests(findTestFiles())

// Two at least, since each waits for the database or the browser half of its time.
const workers = Math.max(2, availableParallelism())

/** Tests on Node. */
const onNode = {
  root,
  // Loading the API for each of 200 files would take longer than the tests, so files share a process and clean up after
  // themselves.
  isolate: false,
  setupFiles: [join(root, 'tests/support/clean-up.ts')],
  maxWorkers: workers,
  // Stops hanging tests. Long enough for a failing property test to shrink and print its counterexample.
  testTimeout: 180_000,
  hookTimeout: 120_000,
}

/** Tests single components of a package in a real Chromium. */
const inChromium = (name: string, folder: string, entries: string[]) => ({
  // Dependencies that are found while tests run would reload the page in the middle of a test.
  optimizeDeps: { entries },
  test: {
    name,
    root: join(root, folder),
    include: ['**/*.browser.test.tsx'],
    exclude: excluded,
    // After the tests on Node, whose processes need every core.
    maxWorkers: workers,
    sequence: { groupOrder: 1 },
    // Same as the timeout of `expect.element`: lazily loaded screens take time on a slow machine.
    expect: { poll: { timeout: 15_000 } },
    // Long enough for more than one such wait.
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: browserLaunch(),
        contextOptions: { locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' as const },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
})

/** Runs every vitest test of the workspace with one report: tests on Node, and single components in a real Chromium. */
export default defineConfig({
  test: {
    root,
    reporters: [['default', { summary: false }], 'json'],
    outputFile: { json: join(process.env.TIDELINE_REPORTS ?? join(root, 'tests/.reports'), 'vitest.json') },
    passWithNoTests: false,
    sequence: { sequencer: LongTestsFirst },
    projects: [
      {
        test: {
          ...onNode,
          name: 'unit',
          include: ['{api,sdk,cli,portal-web,admin-web,openapi,tests}/**/*.test.{ts,tsx}'],
          exclude: [...excluded, '**/*.browser.test.tsx', ...integrationTests],
        },
      },
      {
        test: {
          ...onNode,
          name: 'integration',
          include: integrationTests,
          exclude: excluded,
          globalSetup: [join(root, 'api/src/testing/global-setup.ts')],
        },
      },
      inChromium('components', 'portal-web', ['src/**/*.tsx', 'kit/**/*.tsx']),
      inChromium('back office', 'admin-web', ['src/**/*.tsx']),
    ],
  },
})
