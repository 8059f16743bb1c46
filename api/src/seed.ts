/**
 * Script `pnpm seed`: loads the demo data into DATABASE_URL or the embedded server. `pnpm seed --policies 1000000`
 * creates data with that number of policies for benchmarks.
 */
import { parseArgs } from 'node:util'
import { readConfig } from './config/config.ts'
import { openDatabase } from './db/database.ts'
import { refreshPageMarks } from './db/page-marks.ts'
import { seedBenchmarkBook } from './demo-book/benchmark-book.ts'
import { seedDemoBook } from './demo-book/demo-book.ts'
import { loadSecretKeys } from './http/secrets.ts'
import { createProviders } from './providers/index.ts'
import { prepareDatabase } from './service.ts'

const { values } = parseArgs({ options: { policies: { type: 'string' }, database: { type: 'string' } } })
const wanted = values.policies === undefined ? undefined : Number(values.policies)
if (wanted !== undefined && !(Number.isInteger(wanted) && wanted > 0 && wanted <= 7_999_999)) {
  process.stderr.write('--policies: enter a whole number from 1 to 7999999.\n')
  process.exit(2)
}

const config = readConfig({ ...process.env, ...(values.database ? { DATABASE_URL: values.database } : {}) })
if (config.isProduction) {
  process.stderr.write('The demo book and its accounts cannot be loaded in production (NODE_ENV=production).\n')
  process.exit(2)
}
const { url, embedded } = await prepareDatabase(config)
const database = openDatabase(url)
try {
  if (wanted === undefined) {
    // If the service is not running yet, the simulator keeps its events until the service starts.
    const providers = await createProviders(config, { pool: database.pool })
    const keys = await loadSecretKeys(database.db, config)
    const count = await seedDemoBook({ database, providers, keys, config }, new Date()).finally(() => providers.close())
    process.stdout.write(
      count ? `${count} policies written.\n` : 'The database already contains policies. Nothing was changed.\n',
    )
  } else {
    const started = Date.now()
    await seedBenchmarkBook(database, wanted, (done) => {
      process.stdout.write(`${done} of ${wanted} policies, ${Math.round((Date.now() - started) / 1000)} s\n`)
    })
    await refreshPageMarks(database.db)
    process.stdout.write(`${wanted} policies in ${Math.round((Date.now() - started) / 1000)} s.\n`)
  }
} finally {
  await database.close()
  await embedded?.stop()
}
