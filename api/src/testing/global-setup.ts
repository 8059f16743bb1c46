import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { migrateJobs } from '../jobs/worker.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test server's `postgres` database. */
    testServerUrl: string
  }
}

export const templateDatabase = 'tideline_template'
const prefix = 'tideline-test-'
/** Matches only server folders. Data folders of a simultaneous test run start with the same prefix. */
const serverFolder = new RegExp(`^${prefix}(\\d+)$`)

/** Starts one server for the whole run, with a migrated template database that each test file clones. */
export default async function startTestServer(project: TestProject) {
  await sweepLeftovers()
  const folder = join(tmpdir(), `${prefix}${process.pid}`)
  const server = await startEmbedded(folder, { database: templateDatabase, disposable: true })
  await migrateTemplate(server.url())
  project.provide('testServerUrl', server.url('postgres'))
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function migrateTemplate(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrate(client)
  await client.end()
  await migrateJobs(url)
}

/** Stops servers of runs that were killed. Their folder is named after a process that no longer exists. */
async function sweepLeftovers() {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = serverFolder.exec(name) ?? []
    if (!pid || isAlive(Number(pid))) continue
    const folder = join(tmpdir(), name)
    const server = await startEmbedded(folder, { disposable: true }).catch(() => undefined)
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
