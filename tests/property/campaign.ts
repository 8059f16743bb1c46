import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@tideline/api/db/embedded-postgres.ts'
import { migrate } from '@tideline/api/db/migrate.ts'
import { migrateJobTables } from '@tideline/api/jobs/worker.ts'
import pg from 'pg'
import { createHistoryPlayer, type Play } from './history/play.ts'
import { openHistoryDatabase } from './history-database.ts'

/**
 * Plays the requested number of histories without a test runner (docs/money.md), every third seed as an agent and the
 * others as staff. A failing history prints its story and seed, and the others continue.
 *
 *     pnpm histories --from 40000 --count 20000
 */
const { values: asked } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    lanes: { type: 'string', default: '2' },
    'stop-after': { type: 'string', default: '20' },
  },
})
const [from, count, lanes, most] = [asked.from, asked.count, asked.lanes, asked['stop-after']].map(Number) as [
  number,
  number,
  number,
  number,
]
/** Histories per database. A new database then replaces it, so that its tables stay as small as in a young book. */
const perDatabase = 300
const template = 'histories_template'

const folder = join(tmpdir(), `tideline-histories-${process.pid}`)
const server = await startEmbeddedPostgres(folder, { database: template, disposable: true })
const onServer = async (database: string, work: (client: pg.Client) => Promise<unknown>) => {
  const client = new pg.Client({ connectionString: server.url(database) })
  await client.connect()
  await work(client).finally(() => client.end())
}
await onServer(template, migrate)
await migrateJobTables(server.url())

const begun = performance.now()
let [next, played, wrong, databases, stopped] = [from, 0, 0, 0, false]
let spoken = 0
const tell = () => {
  const seconds = (performance.now() - begun) / 1000
  const left = (count - played) * (seconds / Math.max(1, played))
  console.log(
    `${new Date().toISOString().slice(11, 19)}  ${played} of ${count} played, ${wrong} wrong, seeds ${from} to ${next - 1}, ${(seconds / Math.max(1, played)).toFixed(3)} s each, ${Math.ceil(left / 60)} min left`,
  )
  spoken = performance.now()
}

async function playSome(play: Play) {
  for (let some = 0; some < perDatabase && next < from + count && !stopped; some++) {
    const seed = next++
    await play(seed, { isAgents: seed % 3 === 0 }).catch((problem: Error) => {
      wrong += 1
      if (wrong >= most) stopped = true
      console.log(problem.message)
    })
    played += 1
    if (performance.now() - spoken > 30_000) tell()
  }
}

async function lane() {
  while (next < from + count && !stopped) {
    const name = `histories_${++databases}`
    await onServer('postgres', (client) => client.query(`create database ${name} template ${template}`))
    const database = await openHistoryDatabase(server.url(name))
    await playSome(await createHistoryPlayer(database))
    await database.close()
    await onServer('postgres', (client) => client.query(`drop database ${name} with (force)`))
  }
}

const stop = () => {
  stopped = true
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
console.log(`Histories on ${git('rev-parse', '--short', 'HEAD')}${git('diff', '--stat', 'HEAD') && ' with changes'}`)
await Promise.all(Array.from({ length: lanes }, lane))
tell()
await server.stop()
await rm(folder, { recursive: true, force: true })
process.exitCode = wrong > 0 ? 1 : 0
