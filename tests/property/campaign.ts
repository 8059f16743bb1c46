import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@tideline/api/db/embedded-postgres.ts'
import { migrate } from '@tideline/api/db/migrate.ts'
import { migrateJobTables } from '@tideline/api/jobs/worker.ts'
import { getDisposableDataFolder } from '@tideline/api/testing/disposable-data.ts'
import pg from 'pg'
import { createHistoryRunner, type RunHistory } from './history/run-history.ts'
import { openHistoryDatabase } from './history-database.ts'

/**
 * Runs the requested number of random histories without a test runner (docs/money.md). Every third seed runs as an agent,
 * the others as staff. A failed history prints its steps and seed, and the other histories continue.
 *
 *     pnpm histories --from 40000 --count 20000
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    lanes: { type: 'string', default: '2' },
    'stop-after': { type: 'string', default: '20' },
  },
})
const [from, count, lanes, maxFailures] = [values.from, values.count, values.lanes, values['stop-after']].map(
  Number,
) as [number, number, number, number]
/**
 * Number of histories per database. After this number, a new database is used, so that tables stay small and queries
 * fast.
 */
const perDatabase = 300
const template = 'histories_template'

const folder = join(getDisposableDataFolder(), `tideline-histories-${process.pid}`)
const server = await startEmbeddedPostgres(folder, { database: template, disposable: true })
const runOnServer = async (database: string, work: (client: pg.Client) => Promise<unknown>) => {
  const client = new pg.Client({ connectionString: server.url(database) })
  await client.connect()
  await work(client).finally(() => client.end())
}
await runOnServer(template, migrate)
await migrateJobTables(server.url())

const startedAt = performance.now()
let [next, completed, failed, databases, stopped] = [from, 0, 0, 0, false]
/** Accepted reinstatement offers, so that a campaign shows whether it reached them. */
const reinstated = { withLapse: 0, withoutLapse: 0 }
let lastPrintedAt = 0
const printProgress = () => {
  const seconds = (performance.now() - startedAt) / 1000
  const left = (count - completed) * (seconds / Math.max(1, completed))
  console.log(
    `${new Date().toISOString().slice(11, 19)}  ${completed} of ${count} completed, ${failed} failed, seeds ${from} to ${next - 1}, ${(seconds / Math.max(1, completed)).toFixed(3)} s each, ${Math.ceil(left / 60)} min left`,
  )
  lastPrintedAt = performance.now()
}

async function runSomeHistories(runHistory: RunHistory) {
  for (let some = 0; some < perDatabase && next < from + count && !stopped; some++) {
    const seed = next++
    try {
      const { acceptedOffers } = await runHistory(seed, { isAgentHistory: seed % 3 === 0 })
      for (const { hasLapse } of acceptedOffers) reinstated[hasLapse ? 'withLapse' : 'withoutLapse'] += 1
    } catch (problem) {
      failed += 1
      if (failed >= maxFailures) stopped = true
      console.log((problem as Error).message)
    }
    completed += 1
    if (performance.now() - lastPrintedAt > 30_000) printProgress()
  }
}

async function runLane() {
  while (next < from + count && !stopped) {
    const name = `histories_${++databases}`
    await runOnServer('postgres', (client) => client.query(`create database ${name} template ${template}`))
    const database = await openHistoryDatabase(server.url(name))
    await runSomeHistories(await createHistoryRunner(database))
    await database.close()
    await runOnServer('postgres', (client) => client.query(`drop database ${name} with (force)`))
  }
}

const stop = () => {
  stopped = true
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
console.log(`Histories on ${git('rev-parse', '--short', 'HEAD')}${git('diff', '--stat', 'HEAD') && ' with changes'}`)
await Promise.all(Array.from({ length: lanes }, runLane))
printProgress()
console.log(
  `Accepted reinstatement offers: ${reinstated.withLapse} with a lapse, ${reinstated.withoutLapse} without a lapse`,
)
await server.stop()
await rm(folder, { recursive: true, force: true })
process.exitCode = failed > 0 ? 1 : 0
