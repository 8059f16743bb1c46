import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserLaunch } from './support/ensure-browser.ts'

/**
 * The browser tests. They run against one real stack (PostgreSQL, API, built apps, Stripe simulator), and each test
 * uses its own policies.
 */
export default defineConfig({
  testDir: './browser',
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
  workers: Math.max(2, availableParallelism()),
  // A stalled browser on a busy machine gets one retry. `pnpm test` lists every test that needed it.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    // Traces make a run a third slower, so failures only take a screenshot. Use `playwright test --trace on <file>` for
    // a trace.
    screenshot: 'only-on-failure',
    launchOptions: browserLaunch(),
  },
})
