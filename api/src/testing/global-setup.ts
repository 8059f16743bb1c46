import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { executeOnServer, openTestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test server's `postgres` database. */
    testServerUrl: string
    /** Name of the migrated database that each test file clones. */
    testTemplate: string
    /** Name of the database with the demo book. Created by the first test file that needs it. */
    demoTemplate: string
    /** Data folder with the files of the demo book. */
    demoFiles: string
  }
}

/**
 * Connects to the PostgreSQL test server for the whole test run. Provides its URL and its template database. Only
 * projects with PostgreSQL tests call this.
 */
export default async function setUpTestServer(project: TestProject) {
  const server = await openTestServer()
  project.provide('testServerUrl', server.url)
  project.provide('testTemplate', server.template)
  // Each run creates its own template because any change of the code can change the demo book.
  const demoTemplate = `test_${randomBytes(6).toString('hex')}`
  project.provide('demoTemplate', demoTemplate)
  const demoFiles = await mkdtemp(join(tmpdir(), 'tideline-test-data-'))
  project.provide('demoFiles', demoFiles)
  const dropDemoBook = () => executeOnServer(server.url, `drop database if exists ${demoTemplate} with (force)`)
  project.onTestsRerun(dropDemoBook)
  return async () => {
    await dropDemoBook()
    await rm(demoFiles, { recursive: true, force: true })
    await server.close()
  }
}
