import { type Kysely, sql } from 'kysely'
import { countPageChanges, refreshPageMarks } from '../db/page-marks.ts'
import type { DB } from '../db/schema.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'refresh-page-marks': Record<string, never>
  }
}

/** Crontab line: every minute, checks whether a refresh is necessary. */
export const pageMarkRefreshSchedule = '* * * * * refresh-page-marks ?max=1'

const minChanges = 500

/**
 * Refreshes the page marks of the policy list after many changes. After only a few changes, refreshes them once an
 * hour.
 */
export const createRefreshPageMarksJob = (db: Kysely<DB>) => async () => {
  const changes = await countPageChanges(db)
  if (changes >= minChanges || (changes > 0 && (await isOld(db)))) await refreshPageMarks(db)
}

async function isOld(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ old: boolean }>`
    select coalesce(marked_at < now() - interval '1 hour', true) as old from policy_page_totals`.execute(db)
  return rows[0]?.old ?? true
}
