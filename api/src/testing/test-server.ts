import { createHash, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { removeEmbedded, startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { migrateJobTables } from '../jobs/worker.ts'

export interface TestServer {
  /** URL of the server's `postgres` database. */
  url: string
  /** Name of the migrated database that test files clone. */
  template: string
  /** Ends the use by this run. The server keeps running for the next run unless `keepRunning` was false. */
  close: () => Promise<void>
}

export interface TestServerOptions {
  /** The folder of the server, by default one per checkout. */
  folder?: string
  /** False: stops the server and deletes its folder when the last run that uses it ends. */
  keepRunning?: boolean
}

const checkout = join(import.meta.dirname, '../../..')

const hash = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12)

/** The folder of the test server of this checkout. Root's PostgreSQL runs as another user, who can reach the temporary folder. */
export const testServerFolder = join(tmpdir(), `tideline-tests-${hash(checkout)}`)

/**
 * Opens the PostgreSQL server of the tests: uses the one that an earlier run left running, or starts one. Several runs can use
 * it at once. The template database is migrated once for each set of migrations; a run that is alone on the server drops
 * the databases of killed runs and the templates of other migrations.
 */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { folder = testServerFolder, keepRunning = !process.env.CI } = options
  return withFileLock(`${folder}.lock`, async () => {
    const server = await startCurrentServer(folder)
    const use = new pg.Client({ connectionString: server.url('postgres'), application_name: 'tideline tests' })
    // The server may stop before the client does.
    use.on('error', () => undefined)
    await use.connect()
    const template = await nameTemplate()
    if (await isAlone(use)) await dropDatabases(use, template)
    await use.query('select pg_advisory_lock_shared($1)', [useLock])
    await createTemplate(use, template, server.url)
    return {
      url: server.url('postgres'),
      template,
      close: () =>
        withFileLock(`${folder}.lock`, async () => {
          await use.query('select pg_advisory_unlock_shared($1)', [useLock]).catch(() => undefined)
          const mayStop = !keepRunning && (await isAlone(use).catch(() => false))
          await use.end().catch(() => undefined)
          if (mayStop) await removeEmbedded(folder)
        }),
    }
  })
}

/** Stops the test server of this checkout and deletes its data. */
export const stopTestServer = (folder = testServerFolder): Promise<void> =>
  withFileLock(`${folder}.lock`, async () => {
    await removeEmbedded(folder)
    await rm(`${folder}.version`, { force: true })
  })

// Any fixed number. Each run holds this advisory lock, shared, while it uses the server.
const useLock = 7_205_420

/** Whether no other run uses the server. Call it within the file lock, so that no run begins at the same time. */
async function isAlone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [useLock])
  if (rows[0]?.taken) await client.query('select pg_advisory_unlock($1)', [useLock])
  return rows[0]?.taken ?? false
}

/** A server with other settings or of another PostgreSQL version is replaced. */
async function startCurrentServer(folder: string) {
  const version = await serverVersion()
  const file = `${folder}.version`
  const found = await readFile(file, 'utf8').catch(() => undefined)
  if (found !== version) await removeEmbedded(folder)
  const server = await startEmbeddedPostgres(folder, { database: 'postgres', disposable: true }).catch(async () => {
    // A machine that lost power can leave data that cannot be read: without fsync nothing is safe, and nothing is lost.
    await removeEmbedded(folder)
    return startEmbeddedPostgres(folder, { database: 'postgres', disposable: true })
  })
  await writeFile(file, version)
  return server
}

async function serverVersion(): Promise<string> {
  const settings = await readFile(join(import.meta.dirname, '../db/embedded-postgres.ts'), 'utf8')
  const manifest = createRequire(import.meta.url)
    .resolve('embedded-postgres')
    .replace(/dist.*$/, 'package.json')
  return hash(settings, await readFile(manifest, 'utf8'))
}

async function nameTemplate(): Promise<string> {
  const migrations = await readMigrations()
  const queue = createRequire(import.meta.url).resolve('graphile-worker')
  return `template_${hash(queue, ...migrations.flatMap(({ name, checksum }) => [name, checksum]))}`
}

async function createTemplate(client: pg.Client, template: string, urlOf: (name: string) => string) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
  if (rowCount) return
  // Gets its name when it is complete: a run that is killed while migrating leaves a test database.
  const unfinished = `test_${randomBytes(6).toString('hex')}`
  await client.query(`create database ${unfinished}`)
  const migrating = new pg.Client({ connectionString: urlOf(unfinished) })
  await migrating.connect()
  await migrate(migrating).finally(() => migrating.end())
  await migrateJobTables(urlOf(unfinished))
  await client.query(`alter database ${unfinished} rename to ${template}`)
}

async function dropDatabases(client: pg.Client, template: string) {
  const { rows } = await client.query<{ name: string }>(
    String.raw`select datname as name from pg_database where datname like 'test\_%' or (datname like 'template\_%' and datname <> $1)`,
    [template],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
}

/** Runs `work` while no other process holds the lock file; one of a process that is gone is taken over. */
async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  while (!(await takeFileLock(file))) await setTimeout(100)
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function takeFileLock(file: string): Promise<boolean> {
  const own = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(own, String(process.pid))
  try {
    // Creates the lock with its content in one step, so that no reader finds it empty.
    await link(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    if (holder && !isAlive(holder)) await rm(file, { force: true })
    return false
  } finally {
    await rm(own, { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
