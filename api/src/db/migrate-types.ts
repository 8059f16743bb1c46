/** Script `pnpm migrate:types`: runs all migrations on a temporary database and generates the types of its tables. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { schemaFile, writeSchemaFile } from './generate-types.ts'
import { migrate } from './migrate.ts'

const folder = await mkdtemp(join(tmpdir(), 'tideline-types-'))
const server = await startEmbeddedPostgres(folder, { disposable: true })
try {
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  try {
    await migrate(client)
    await writeSchemaFile(client)
  } finally {
    await client.end()
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
process.stdout.write(`Wrote ${schemaFile}\n`)
