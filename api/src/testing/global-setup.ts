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
    /** Address of the test server's `postgres` database. */
    testServerUrl: string
  }
}

export const templateDatabase = 'tideline_template'
const prefix = 'tideline-test-'
/** Data folders of the tests of a run beside this one begin alike; they are not a server's. */
const serverFolder = new RegExp(`^${prefix}(\\d+)$`)

/** One server for the whole run, with a migrated template that each test file clones. */
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

/** A run that was killed left its server running: the folder is named after the process that is gone. */
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
