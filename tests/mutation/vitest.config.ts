import { dirname } from 'node:path'
import { defineConfig } from 'vitest/config'
import { findIntegrationTests, findTestFiles } from '../runner/test-projects.ts'

/** The API's unit tests, which run for each mutant. */
export default defineConfig({
  test: {
    root: dirname(dirname(import.meta.dirname)),
    include: ['api/src/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...findIntegrationTests(findTestFiles())],
  },
})
