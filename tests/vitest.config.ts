import { dirname, join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserLaunch } from './support/ensure-browser.ts'

const root = dirname(import.meta.dirname)
const excluded = ['**/node_modules/**', '**/dist/**', 'tests/browser/**']

/** Single components of a package in a real Chromium. */
const inChromium = (name: string, folder: string, entries: string[]) => ({
  // Found one by one while tests run, they would load the page anew in the middle of one.
  optimizeDeps: { entries },
  test: {
    name,
    root: join(root, folder),
    include: ['**/*.browser.test.tsx'],
    exclude: excluded,
    // Two pages at a time, since each waits half of its time; after the tests on Node, whose processes need both cores.
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    // As long as `expect.element` waits: a screen that is loaded on demand takes its time on a slow machine.
    expect: { poll: { timeout: 15_000 } },
    // More than one such wait fits in.
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

/** Every vitest test of the workspace in one run, with one report: on Node, and single components in a real Chromium. */
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
          // Loading the API anew for each of 200 files costs more than running them: files share a process, and leave nothing behind.
          isolate: false,
          setupFiles: [join(root, 'tests/support/leave-nothing.ts')],
          // One fewer than there are cores would leave the second of two to the database alone.
          maxWorkers: 2,
          root,
          globalSetup: [join(root, 'api/src/testing/global-setup.ts')],
          include: ['{api,sdk,cli,portal-web,admin-web,openapi,tests}/**/*.test.{ts,tsx}'],
          exclude: [...excluded, '**/*.browser.test.tsx'],
          // Ends what hangs. Long enough for a property that fails to shrink its counterexample, and so to print it.
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      inChromium('components', 'portal-web', ['src/**/*.tsx', 'kit/**/*.tsx']),
      inChromium('back office', 'admin-web', ['src/**/*.tsx']),
    ],
  },
})
