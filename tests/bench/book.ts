import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@tideline/api/db/embedded-postgres.ts'
import { migrate } from '@tideline/api/db/migrate.ts'
import pg from 'pg'
import { getPostgresPid, getProcessorTimeWithChildren } from './processor-time.ts'

export const root = dirname(dirname(import.meta.dirname))
export const policies = Number(process.env.BENCH_POLICIES ?? 1_000_000)

export const print = (text: string) => process.stdout.write(`${text}\n`)

/** What the creation of a book took. */
export interface BookCreation {
  seconds: number
  /** Processor time of PostgreSQL. It is missing on macOS, and in books that earlier versions created. */
  processorSeconds?: number
  /** Size on disk. */
  bytes: number
}

/** Returns what the creation of a book took. Returns undefined for a book of an earlier version, which did not store it. */
export function readBookCreation(dataFolder: string): BookCreation | undefined {
  const text = readFileSync(join(dataFolder, 'ready'), 'utf8')
  return text ? (JSON.parse(text) as BookCreation) : undefined
}

async function measureFolder(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((file) => file.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

/**
 * Opens the database server of a book with `size` policies, or with the demo data if `size` is 0. Creates it once and keeps it in
 * `.tideline/<name>-<size>`. Exits the process on failure.
 */
export async function openBook(name: string, size = policies) {
  const dataFolder = join(root, `.tideline/${name}-${size}`)
  if (!existsSync(join(dataFolder, 'ready'))) await createBook(dataFolder, size)
  const server = await startEmbeddedPostgres(join(dataFolder, 'postgres'))
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  try {
    await resetSettings(client)
    // A book that an earlier version created lacks later migrations.
    await migrate(client)
  } finally {
    await client.end()
  }
  return { dataFolder, server }
}

/** Changes settings of a database server until `resetSettings`, which `openBook` also calls. */
export async function changeSettings(client: pg.Client, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await client.query(`alter system set ${name} = '${value}'`)
  await client.query('select pg_reload_conf()')
}

/** Resets all settings that a benchmark has changed, even if it was stopped. */
export async function resetSettings(client: pg.Client): Promise<void> {
  await client.query('alter system reset all')
  await client.query('select pg_reload_conf()')
}

/**
 * Creates a book on a server that does not wait for the disk and writes little WAL, and stops the server. Deletes what an
 * interrupted creation has left.
 */
async function createBook(dataFolder: string, size: number): Promise<void> {
  print(`Making a book of ${size} policies once, in ${dataFolder} …`)
  const began = performance.now()
  await removeEmbeddedPostgres(join(dataFolder, 'postgres'))
  const server = await startEmbeddedPostgres(join(dataFolder, 'postgres'), { disposable: true })
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  // Autovacuum would read the new rows several times. Without recycling, the book contains no old WAL.
  const settings = { autovacuum: 'off', wal_recycle: 'off', wal_init_zero: 'off' }
  await changeSettings(client, settings)
  const postgres = await getPostgresPid(client)
  await client.end()
  const { status } = spawnSync(
    process.execPath,
    [...[join(root, 'api/src/seed.ts'), '--database', server.url()], ...(size ? ['--policies', String(size)] : [])],
    { env: { ...process.env, TIDELINE_DATA: dataFolder }, stdio: 'inherit' },
  )
  const processorTime = getProcessorTimeWithChildren(postgres)
  await server.stop()
  if (status !== 0) process.exit(1)
  const creation: BookCreation = {
    seconds: (performance.now() - began) / 1000,
    ...(processorTime && { processorSeconds: processorTime / 1_000_000 }),
    bytes: await measureFolder(dataFolder),
  }
  writeFileSync(join(dataFolder, 'ready'), JSON.stringify(creation))
}
