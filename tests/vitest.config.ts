import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = dirname(import.meta.dirname)

/** Every vitest test of the workspace in one run, with one report. */
export default defineConfig({
  test: {
    root,
    globalSetup: [join(root, 'api/src/testing/global-setup.ts')],
    reporters: [['default', { summary: false }], 'json'],
    outputFile: { json: join(root, 'tests/.reports/vitest.json') },
    include: ['{api,sdk,cli,portal-web,admin-web,openapi,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', 'tests/browser/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
  },
})
