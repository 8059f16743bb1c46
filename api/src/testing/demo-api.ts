import { cp } from 'node:fs/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../db/database.ts'
import { seedDemoBook } from '../demo-book/demo-book.ts'
import { loadSecretKeys } from '../http/secrets.ts'
import { createProviders } from '../providers/index.ts'
import { createTestApi } from './api.ts'
import { executeOnServer } from './test-server.ts'

/**
 * Time at which the demo book is loaded. Contract examples and recorded policies contain its dates. It is before 15:00
 * UTC, the simulated time of events, so that tests notice events in the future.
 */
export const loadedAt = new Date('2026-11-20T12:43:00Z')

/**
 * Starts the whole API with the demo book. The clock starts one minute after loading and moves only when a test sets
 * it. Loading takes 20 seconds, so all test files of a run copy one book.
 */
export async function createDemoApi(env: Record<string, string> = {}) {
  await ensureDemoTemplate()
  const api = await createTestApi(env, new Date(loadedAt.getTime() + 60_000), inject('demoTemplate'))
  await cp(inject('demoFiles'), api.config.dataFolder, { recursive: true })
  return api
}

// ID of the advisory lock that a test file holds while it creates the template. Any fixed number works.
const templateLockId = 7_205_421

/** Creates the template database with the demo book, unless another test file of this run already has. */
export async function ensureDemoTemplate(): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServerUrl') })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [templateLockId])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [inject('demoTemplate')])
    if (!rowCount) await seedTemplate()
  } finally {
    await client.end()
  }
}

async function seedTemplate() {
  const server = inject('testServerUrl')
  const unfinished = `${inject('demoTemplate')}_unfinished`
  await executeOnServer(server, `create database ${unfinished} template ${inject('testTemplate')} strategy file_copy`)
  const database = openDatabase(server.replace(/[^/]*$/, unfinished))
  const config = readConfig({ NODE_ENV: 'test', TIDELINE_DATA: inject('demoFiles'), RUN_JOBS: 'false' })
  const keys = await loadSecretKeys(database.db, config)
  const providers = await createProviders(config, { pool: database.pool, now: () => loadedAt })
  try {
    await seedDemoBook({ database, providers, keys, config }, loadedAt)
  } finally {
    await providers.close()
    await database.close()
  }
  await executeOnServer(server, `alter database ${unfinished} rename to ${inject('demoTemplate')}`)
}
