import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
// Declares the type of `isThorough` below.
import type {} from '../portal-web/kit/testing/select-cases.ts'
import { LongTestsFirst } from './runner/sequencer.ts'
import { findIntegrationTests, findTestFiles } from './runner/test-projects.ts'
import { browserLaunch } from './support/ensure-browser.ts'
import { isThorough } from './support/thorough.ts'

const root = dirname(import.meta.dirname)
const excluded = [
  '**/node_modules/**',
  '**/dist/**',
  'tests/browser/**',
  ...(isThorough ? [] : ['tests/verify/**', 'tests/trust/nightly/**']),
]
const integrationTests = findIntegrationTests(findTestFiles())

// A worker waits for the database, another process, frames or timers a quarter of the time.
const workers = Math.ceil(Math.max(2, availableParallelism()) * 1.5)

/** Tests on Node. */
const onNode = {
  root,
  // Test files share a process and clean up after themselves. Loading the API again for each of 200 files would take
  // longer than the tests.
  isolate: false,
  setupFiles: [join(root, 'tests/support/clean-up.ts')],
  maxWorkers: workers,
  // Stops tests that hang, but allows a failing property test to shrink and print its counterexample.
  testTimeout: 180_000,
  hookTimeout: 120_000,
}

const reactBuild = JSON.stringify(isThorough ? 'development' : 'production')

/** Returns the project that tests single components of a package in a real Chromium. */
const inChromium = (name: string, folder: string, entries: string[]) => ({
  // The production build of React and MUI takes up to a third less CPU time. `pnpm verify` uses the development build,
  // and fails on React's warnings.
  define: { 'process.env.NODE_ENV': reactBuild },
  oxc: { jsx: { development: isThorough } },
  // Lists the entry points, so that all dependencies are found before the tests run. If a dependency were found later,
  // the page would reload during a test.
  optimizeDeps: {
    entries,
    include: ['react/jsx-runtime'],
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': reactBuild } } },
  },
  test: {
    name,
    root: join(root, folder),
    include: ['**/*.browser.test.tsx'],
    exclude: excluded,
    // Read by portal-web/kit/testing/select-cases.ts.
    provide: { isThorough },
    setupFiles: [
      join(root, 'tests/support/disable-render-tracing.ts'),
      ...(isThorough ? [join(root, 'tests/support/fail-on-react-warnings.ts')] : []),
    ],
    // These tests run after the Node tests, whose processes need every core.
    maxWorkers: workers,
    sequence: { groupOrder: 1 },
    // Same timeout as for `expect.element`, because lazily loaded screens take longer on a slow machine.
    expect: { poll: { timeout: 15_000 } },
    // Allows a test to wait for that long more than once.
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

/**
 * Configuration for all vitest tests of the workspace in one report: Node tests, and component tests in a real
 * Chromium.
 */
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
