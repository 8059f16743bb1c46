import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Tables whose rows stay. Migrations insert the rows of reference tables, and no request changes them. `default_rows` has
 * the rows of the other tables that are not empty in a new database.
 */
const keptTables: readonly (keyof DB)[] = [
  ...(['cancel_reason_documents', 'cancel_reasons', 'document_types', 'ledger_accounts', 'payment_types'] as const),
  ...(['products', 'tax_rates', 'transaction_types'] as const),
  ...(['default_rows', 'sandbox_clock', 'schema_migrations', 'secrets'] as const),
]

interface ClearedTable {
  name: string
  /** Whether a trigger prevents deleting the rows, because the table is append-only. */
  is_protected: boolean
}

/**
 * Deletes all data of a sandbox, so that the database is like a new one: rows, sequences, queued jobs, objects of the
 * Stripe simulator and the offset of the clock. Waits for the other transactions to end, and locks all tables until the
 * end of this transaction.
 */
export async function deleteSandboxData(trx: Transaction<DB>): Promise<void> {
  const { rows: tables } = await sql<ClearedTable>`
    select c.relname as name, exists (
      select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 32 > 0) as is_protected
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all(${keptTables})`.execute(
    trx,
  )
  const protectedTables = tables.filter(({ is_protected }) => is_protected).map(({ name }) => sql.table(name))
  for (const table of protectedTables) await sql`alter table ${table} disable trigger user`.execute(trx)
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(trx)
  for (const table of protectedTables) await sql`alter table ${table} enable trigger user`.execute(trx)
  await restartSequences(trx)
  await restoreDefaultRows(trx)
  await sql`delete from sandbox_clock`.execute(trx)
  await sql`delete from graphile_worker._private_jobs`.execute(trx)
  await deleteSimulatedPayments(trx)
}

async function restartSequences(trx: Transaction<DB>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = 'public'`.execute(trx)
  for (const { name } of rows) await sql`alter sequence ${sql.id(name)} restart`.execute(trx)
}

async function restoreDefaultRows(trx: Transaction<DB>): Promise<void> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array(select jsonb_object_keys(rows -> 0)) as columns from default_rows`.execute(trx)
  for (const { name, columns } of rows) {
    // Columns that were added after the rows were recorded have their default values.
    const listed = sql.join(columns.map((column) => sql.id(column)))
    await sql`insert into ${sql.table(name)} (${listed}) select ${listed} from
      jsonb_populate_recordset(null::${sql.table(name)}, (select rows from default_rows where table_name = ${name}))`.execute(
      trx,
    )
  }
}

/** Deletes the objects of the Stripe simulator. Its schema does not exist if a Stripe account is configured. */
async function deleteSimulatedPayments(trx: Transaction<DB>): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('stripe_simulator.objects') is not null as exists`.execute(trx)
  if (!rows[0]?.exists) return
  for (const table of ['tasks', 'responses', 'objects'])
    await sql`delete from ${sql.table(`stripe_simulator.${table}`)}`.execute(trx)
}
