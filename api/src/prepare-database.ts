/**
 * Script `pnpm migrate`: migrates the database and exits. A deployment runs it once, before new processes start, to
 * check that the migration succeeds. Processes also migrate when they start.
 */
import { ConfigError, readConfig } from './config/config.ts'
import { MigrationError } from './db/migrate.ts'
import { prepareDatabase } from './service.ts'

try {
  const { embedded } = await prepareDatabase(readConfig(process.env))
  if (embedded?.startedHere) await embedded.stop()
  process.stdout.write('The database schema is up to date.\n')
} catch (problem) {
  if (!(problem instanceof ConfigError || problem instanceof MigrationError)) throw problem
  process.stderr.write(`${problem.message}\n`)
  process.exitCode = 1
}
