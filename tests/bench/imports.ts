/**
 * `node tests/bench/imports.ts` (P8): uploads a million rows, including parsing, validation, lookups, and storage.
 * Compares this with PostgreSQL's `\\copy` of the same files, with and without indexes. Then binds some rows as the
 * import job does. Prints durations, ratios, and memory use; asserts nothing. BENCH_ROWS and BENCH_BOUND_ROWS reduce
 * the volume.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addDays } from '@tideline/api/calendar/days.ts'
import { openDatabase } from '@tideline/api/db/database.ts'
import { startEmbeddedPostgres } from '@tideline/api/db/embedded-postgres.ts'
import { migrate } from '@tideline/api/db/migrate.ts'
import type { Ctx } from '@tideline/api/http/context.ts'
import { columnNames } from '@tideline/api/imports/columns.ts'
import { maxRows } from '@tideline/api/imports/read-file.ts'
import { importPolicies } from '@tideline/api/imports/run-import.ts'
import { uploadPolicies } from '@tideline/api/imports/upload.ts'
import { migrateJobTables } from '@tideline/api/jobs/worker.ts'
import { createFolderStorage } from '@tideline/api/providers/files/folder.ts'
import { createStaffActor, createTestContext } from '@tideline/api/testing/area-app.ts'
import pg from 'pg'
import { print } from './book.ts'
import { record } from './measurements.ts'
import { getPostgresPid, getProcessorTimeWithChildren } from './processor-time.ts'

const rows = Number(process.env.BENCH_ROWS ?? 1_000_000)
const boundRows = Number(process.env.BENCH_BOUND_ROWS ?? 2_000)
const day = addDays(new Date().toISOString().slice(0, 10), 20)

const folder = await mkdtemp(join(tmpdir(), 'tideline-bench-imports-'))
// The database server runs as a different user and reads the files itself.
await chmod(folder, 0o755)
const server = await startEmbeddedPostgres(join(folder, 'postgres'))
const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
const perSecond = (count: number, seconds: number) => Math.round(count / seconds).toLocaleString('en-US')

/** Generates a range of CSV lines in the format of agency uploads. */
function* getLines(from: number, to: number) {
  yield `${columnNames.join(',')}\n`
  for (let n = from; n < to; n++)
    yield `1,100100,Casey,Sample ${n},casey.${n}@example.com,813-555-0142,${n} Sample Demo St,,Tampa,FL,33606,Hillsborough,${day},994.51,75,250000,50000,2000,Annual,1994\n`
}

let close: (() => Promise<void>) | undefined
try {
  const files: { path: string; sha256: string; size: number; name: string; rows: number }[] = []
  for (let from = 0; from < rows; from += maxRows) {
    const path = join(folder, `rows-${from}.csv`)
    const to = Math.min(from + maxRows, rows)
    await pipeline(Readable.from(getLines(from, to)), createWriteStream(path))
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    files.push({
      path,
      sha256: hash.digest('hex'),
      size: (await stat(path)).size,
      name: `rows-${from}.csv`,
      rows: to - from,
    })
  }

  const url = server.url()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrate(client)
  await migrateJobTables(url)
  await client.query(`insert into agencies (agency_no, company, state) values ('100100', 'Bench Agency', 'FL')`)
  await client.query(
    `insert into counties (county_fips, name, state) values ('12057', 'Hillsborough', 'FL') on conflict do nothing`,
  )
  const { rows: accounts } = await client.query<{ accountId: string }>(
    `insert into accounts (kind, email, roles) values ('staff', 'bench@example.com', '{internal}') returning account_id as "accountId"`,
  )
  const actor = { ...createStaffActor(), accountId: accounts[0]?.accountId ?? '' }
  const database = openDatabase(url, { statementTimeoutMs: 0 })
  close = async () => {
    await client.end()
    await database.close()
  }
  const ctx = (): Ctx =>
    createTestContext(database.db, actor, {
      now: new Date(),
      providers: { files: createFolderStorage(join(folder, 'files')) },
    })

  const names = columnNames.map((name) => `"${name}"`)
  /** Loads the files with a server-side `COPY`, which does the same as `\\copy` except for the client's work. */
  async function copy(into: string, ...more: string[]) {
    await client.query(`create table ${into} (${names.map((name) => `${name} text`).join(', ')})`)
    for (const statement of more) await client.query(`${statement.replace('$', into)}`)
    return timed(async () => {
      for (const { path } of files)
        await client.query(`copy ${into} (${names.join(', ')}) from '${path}' with (format csv, header)`)
    })
  }

  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  const memory: number[] = []
  const jobs: string[] = []
  const taken = await timed(async () => {
    for (const file of files) {
      most = 0
      const job = await uploadPolicies(ctx(), { file: { ...file, type: 'text/csv' } as never }, undefined)
      if (job.failed > 0 || job.total !== file.rows)
        throw new Error(`${file.name}: ${job.failed} of ${job.total} rows failed.`)
      jobs.push(job.id)
      memory.push(Math.max(most, process.memoryUsage().rss))
    }
  })
  clearInterval(watch)
  const bare = await copy('copied_bare')
  const indexed = await copy(
    'copied_with_indexes',
    `alter table $ add column item_id uuid primary key default gen_random_uuid(), add column row_no bigserial,
   add column row_state text default 'queued', add column job uuid default '${jobs[0]}'`,
    'create unique index on $ (job, row_no)',
    `create index on $ (job, row_no) where row_state = 'queued'`,
    'create index on $ (job, row_state, row_no)',
  )

  const stop = new AbortController()
  const count = async () => Number((await client.query('select count(*) from policies')).rows[0].count)
  const [jobId = ''] = jobs
  const postgres = await getPostgresPid(client)
  const getSeconds = () =>
    (process.cpuUsage().user + process.cpuUsage().system + (getProcessorTimeWithChildren(postgres) ?? Number.NaN)) /
    1_000_000
  const secondsBefore = getSeconds()
  const bound = await timed(async () => {
    const look = setInterval(async () => {
      if ((await count()) >= boundRows) stop.abort()
    }, 200)
    await importPolicies(ctx, { jobId }, { signal: stop.signal }).catch(() => undefined)
    clearInterval(look)
  })
  const processorSeconds = getSeconds() - secondsBefore
  const boundCount = await count()

  print(`${rows.toLocaleString('en-US')} rows in ${files.length} files`)
  print(`read and stored               ${taken.toFixed(1)} s, ${perSecond(rows, taken)} rows/s`)
  print(`COPY without indexes          ${bare.toFixed(1)} s, ${perSecond(rows, bare)} rows/s`)
  print(`COPY with the same indexes    ${indexed.toFixed(1)} s, ${perSecond(rows, indexed)} rows/s`)
  print(`read / COPY without indexes   ${(bare / taken).toFixed(2)}`)
  print(`read / COPY with indexes      ${(indexed / taken).toFixed(2)} (goal: at least 0.25)`)
  // Prints one memory value per file. If the values are equal, memory use does not grow with the number of files.
  print(`maximum memory, by file       ${memory.map(megabytes).join(', ')}`)
  print(`load                          ${loadavg()[1]?.toFixed(0)} on ${availableParallelism()} cores`)
  print(`bound by the job              ${perSecond(boundCount, bound)} policies/s (${boundCount}; goal: at least 500)`)
  const perThousand = (processorSeconds * 1000) / boundCount
  print(`CPU time per 1,000 policies   ${perThousand.toFixed(2)} s, of the job and PostgreSQL`)
  record('import: rows read, validated and stored', rows / taken, 'rows/s')
  record('import: read / COPY with indexes', indexed / taken, 'ratio', { atLeast: 0.25 })
  record('import: policies bound', boundCount / bound, 'policies/s', { atLeast: 500 })
  record('import: CPU time per 1,000 policies bound', perThousand, 's')
} finally {
  await close?.()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
