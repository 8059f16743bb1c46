import { dirname, join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserLaunch } from './support/ensure-browser.ts'

const root = dirname(import.meta.dirname)
const excluded = ['**/node_modules/**', '**/dist/**', 'tests/browser/**']

/** Tests single components of a package in a real Chromium. */
const inChromium = (name: string, folder: string, entries: string[]) => ({
  // Dependencies that are found while tests run would reload the page in the middle of a test.
  optimizeDeps: { entries },
  test: {
    name,
    root: join(root, folder),
    include: ['**/*.browser.test.tsx'],
    exclude: excluded,
    // Two pages at a time, because each waits half of its time. They run after the Node tests, whose processes need
    // both cores.
    maxWorkers: 2,
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
    outputFile: { json: join(root, 'tests/.reports/vitest.json') },
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: 'node',
          // Loading the API for each of 200 files would take longer than the tests, so files share a process and clean
          // up after themselves.
          isolate: false,
          setupFiles: [join(root, 'tests/support/clean-up.ts')],
          // The default, one less than the number of cores, would leave the second of two cores to the database alone.
          maxWorkers: 2,
          root,
          globalSetup: [join(root, 'api/src/testing/global-setup.ts')],
          include: ['{api,sdk,cli,portal-web,admin-web,openapi,tests}/**/*.test.{ts,tsx}'],
          exclude: [...excluded, '**/*.browser.test.tsx'],
          // Stops hanging tests. Long enough for a failing property test to shrink and print its counterexample.
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      inChromium('components', 'portal-web', ['src/**/*.tsx', 'kit/**/*.tsx']),
      inChromium('back office', 'admin-web', ['src/**/*.tsx']),
    ],
  },
})
