import { defineConfig } from '@playwright/test'
import { browserLaunch } from './support/ensure-browser.ts'

/** The browser tests: one real stack (PostgreSQL, API, built apps, Stripe simulator), each journey on a policy of its own. */
export default defineConfig({
  testDir: './browser',
  globalSetup: './support/browser-stack.ts',
  outputDir: './.artifacts/results',
  reporter: [['list'], ['json', { outputFile: './.reports/playwright.json' }]],
  fullyParallel: true,
  workers: 2,
  // A browser that stands still on a busy machine gets one more go: `pnpm test` names every test that needed it.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    // A trace of every test costs a third of the run: a failure leaves its picture, `playwright test --trace on <file>` the rest.
    screenshot: 'only-on-failure',
    launchOptions: browserLaunch(),
  },
})
