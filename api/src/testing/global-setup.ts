import type { TestProject } from 'vitest/node'
import { openTestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test server's `postgres` database. */
    testServerUrl: string
    /** Name of the migrated database that each test file clones. */
    testTemplate: string
  }
}

/**
 * Connects to the PostgreSQL test server for the whole test run and provides its URL and template database. Only
 * projects whose tests need PostgreSQL call this.
 */
export default async function setUpTestServer(project: TestProject) {
  const server = await openTestServer()
  project.provide('testServerUrl', server.url)
  project.provide('testTemplate', server.template)
  return server.close
}
