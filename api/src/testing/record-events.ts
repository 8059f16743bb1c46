import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

const reports = process.env.TIDELINE_REPORTS ?? join(import.meta.dirname, '../../../tests/.reports')

/**
 * Adds the types of the events in a test database to the test reports. `pnpm trace` reports events of the contract that
 * no test publishes.
 * @throws {Error} if one transaction published the same event twice
 */
export async function recordEvents(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ type: string; copies: number }>`
    select type, max(copies)::int as copies from (
      select type, count(*) as copies from events
      group by xmin::text, occurred_at, type, agency_id, policy_id, data
    ) published group by type`.execute(db)
  const repeated = rows.filter(({ copies }) => copies > 1).map(({ type }) => type)
  if (repeated.length > 0) throw new Error(`One transaction published the same event twice: ${repeated.join(', ')}`)
  await mkdir(reports, { recursive: true })
  await appendFile(join(reports, 'events.txt'), rows.map(({ type }) => `${type}\n`).join(''))
}
