import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserLaunch } from './support/ensure-browser.ts'
import { isThorough } from './support/thorough.ts'

const launch = browserLaunch()

/**
 * Configuration of the browser tests. All tests share one real stack (PostgreSQL, API, built apps, Stripe simulator),
 * but each test creates its own policies.
 */
export default defineConfig({
  testDir: './browser',
  testIgnore: isThorough ? [] : ['nightly/**'],
  // The nightly run (`pnpm verify`) also runs the tests with this tag: each repeats a part of other tests.
  ...(isThorough ? {} : { grepInvert: /@nightly\b/ }),
  globalSetup: './support/browser-stack.ts',
  outputDir: './.artifacts/results',
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: join(process.env.TIDELINE_REPORTS ?? join(import.meta.dirname, '.reports'), 'playwright.json') },
    ],
  ],
  fullyParallel: true,
  // A worker waits for the API, for timers and for the screen about a sixth of the time, so there are more workers than
  // cores.
  workers: Math.ceil(Math.max(2, availableParallelism()) * 1.5),
  // Allows one retry, because a browser may stall on a busy machine. `pnpm test` lists every test that needed a retry.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    // An action that waits longer fails with its log. Otherwise, the test would only exceed its time.
    actionTimeout: 30_000,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    // Takes only a screenshot on failure, because traces make a run a third slower. For a trace, use `playwright test
    // --trace on <file>`.
    screenshot: 'only-on-failure',
    // Lets the pages of a browser context share a process, which keeps the compiled code of the apps.
    launchOptions: { ...launch, args: [...launch.args, '--process-per-site'] },
  },
})
