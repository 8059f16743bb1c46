import { createHash, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { migrateJobTables } from '../jobs/worker.ts'
import { getDisposableDataFolder } from './disposable-data.ts'

export interface TestServer {
  /** URL of the server's `postgres` database. */
  url: string
  /** Name of the migrated template database. Each test file clones it. */
  template: string
  /** Disconnects this run. The server keeps running for the next run, unless `keepRunning` was false. */
  close: () => Promise<void>
}

export interface TestServerOptions {
  /** The folder of the server. Defaults to a folder for this checkout. */
  folder?: string
  /**
   * Whether the server keeps running after its last run. If false, the last run stops the server and deletes its
   * folder. Defaults to false in CI, otherwise to true.
   */
  keepRunning?: boolean
}

const checkout = join(import.meta.dirname, '../../..')

const getHash = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12)

/**
 * Folder of this checkout's test server. It is outside the checkout, because PostgreSQL cannot run as root: if root runs
 * the tests, another user runs PostgreSQL and needs access to this folder.
 */
const testServerFolder = join(getDisposableDataFolder(), `tideline-tests-${getHash(checkout)}`)

/**
 * Connects to the PostgreSQL test server, and starts it if necessary. Several runs can share it. The template database
 * is migrated once for each set of migrations. If no other run uses the server, drops outdated templates and the
 * databases of killed runs.
 */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { folder = testServerFolder, keepRunning = !process.env.CI } = options
  return runWithFileLock(`${folder}.lock`, async () => {
    const server = await startServer(folder)
    const client = new pg.Client({ connectionString: server.url('postgres'), application_name: 'tideline tests' })
    // The server may stop before the client does.
    client.on('error', () => undefined)
    await client.connect()
    const template = await getTemplateName()
    if (await isOnlyRun(client)) await dropDatabases(client, template)
    await client.query('select pg_advisory_lock_shared($1)', [serverLockId])
    await createTemplate(client, template, server.url)
    return {
      url: server.url('postgres'),
      template,
      close: () =>
        runWithFileLock(`${folder}.lock`, async () => {
          await client.query('select pg_advisory_unlock_shared($1)', [serverLockId]).catch(() => undefined)
          const mayStop = !keepRunning && (await isOnlyRun(client).catch(() => false))
          await client.end().catch(() => undefined)
          if (mayStop) await removeEmbeddedPostgres(folder)
        }),
    }
  })
}

/** Stops the test server of this checkout and deletes its data. */
export const stopTestServer = (folder = testServerFolder): Promise<void> =>
  runWithFileLock(`${folder}.lock`, async () => {
    await removeEmbeddedPostgres(folder)
    await rm(`${folder}.version`, { force: true })
  })

// ID of the shared advisory lock that each run holds while it uses the server. Any fixed number works.
const serverLockId = 7_205_420

/**
 * Returns whether this is the only test run on the server. The caller must hold the file lock, so that no other run can
 * start.
 */
async function isOnlyRun(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [serverLockId])
  if (rows[0]?.taken) await client.query('select pg_advisory_unlock($1)', [serverLockId])
  return rows[0]?.taken ?? false
}

/** Starts the server, or uses the running one. Replaces a server with different settings or PostgreSQL version. */
async function startServer(folder: string) {
  const version = await getServerVersion()
  const file = `${folder}.version`
  const found = await readFile(file, 'utf8').catch(() => undefined)
  if (found !== version) await removeEmbeddedPostgres(folder)
  const server = await startEmbeddedPostgres(folder, { database: 'postgres', disposable: true }).catch(async () => {
    // Without fsync, a power failure can corrupt the data. The data is disposable, so it is created again.
    await removeEmbeddedPostgres(folder)
    return startEmbeddedPostgres(folder, { database: 'postgres', disposable: true })
  })
  await writeFile(file, version)
  return server
}

async function getServerVersion(): Promise<string> {
  const settings = await readFile(join(import.meta.dirname, '../db/embedded-postgres.ts'), 'utf8')
  const manifest = createRequire(import.meta.url)
    .resolve('embedded-postgres')
    .replace(/dist.*$/, 'package.json')
  return getHash(settings, await readFile(manifest, 'utf8'))
}

async function getTemplateName(): Promise<string> {
  const migrations = await readMigrations()
  const queue = createRequire(import.meta.url).resolve('graphile-worker')
  return `template_${getHash(queue, ...migrations.flatMap(({ name, checksum }) => [name, checksum]))}`
}

async function createTemplate(client: pg.Client, template: string, getUrl: (name: string) => string) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
  if (rowCount) return
  // The database is renamed to the template only when it is complete. A run that is killed earlier leaves a test
  // database, which is dropped later.
  const unfinished = `test_${randomBytes(6).toString('hex')}`
  await client.query(`create database ${unfinished}`)
  const migrating = new pg.Client({ connectionString: getUrl(unfinished) })
  await migrating.connect()
  await migrate(migrating).finally(() => migrating.end())
  await migrateJobTables(getUrl(unfinished))
  await client.query(`alter database ${unfinished} rename to ${template}`)
}

/** Executes a statement that creates or drops a database. */
export async function executeOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function dropDatabases(client: pg.Client, template: string) {
  const { rows } = await client.query<{ name: string }>(
    String.raw`select datname as name from pg_database where datname like 'test\_%' or (datname like 'template\_%' and datname <> $1)`,
    [template],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
}

/** Runs `work` while this process holds the lock file. Removes the lock file of a process that has exited. */
async function runWithFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  while (!(await acquireFileLock(file))) await setTimeout(100)
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function acquireFileLock(file: string): Promise<boolean> {
  const own = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(own, String(process.pid))
  try {
    // Creates the lock file and its content in one step, so that no process reads an empty file.
    await link(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    if (holder && !isProcessRunning(holder)) await rm(file, { force: true })
    return false
  } finally {
    await rm(own, { force: true })
  }
}

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
