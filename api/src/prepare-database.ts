/**
 * `pnpm migrate`: brings the database to the newest schema and ends, before new processes start on it. Processes do the same when
 * they start; a deployment does it once and sees by its end whether it went well.
 */
import { ConfigProblem, readConfig } from './config/config.ts'
import { MigrationProblem } from './db/migrate.ts'
import { prepareDatabase } from './service.ts'

try {
  const { embedded } = await prepareDatabase(readConfig(process.env))
  if (embedded?.startedHere) await embedded.stop()
  process.stdout.write('The database schema is up to date.\n')
} catch (problem) {
  if (!(problem instanceof ConfigProblem || problem instanceof MigrationProblem)) throw problem
  process.stderr.write(`${problem.message}\n`)
  process.exitCode = 1
}
