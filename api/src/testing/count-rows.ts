import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Returns the number of rows of each table, of the queued jobs and of the simulator, and the position of each sequence. */
export async function countRows(db: Kysely<DB>): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select n.nspname || '.' || c.relname as name,
      (xpath('//c/text()', query_to_xml(format('select count(*) as c from %I.%I', n.nspname, c.relname), false, true, '')))[1]::text::int as count
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and (n.nspname = 'public' or c.relname = '_private_jobs' or n.nspname = 'stripe_simulator')
    union all
    select 'sequence ' || sequencename, coalesce(last_value, 0)::int from pg_sequences where schemaname = 'public'
    order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
