import type { Pool } from 'pg'
import { ConfigProblem } from '../config/config.ts'

/** The world's clock, and how far a sandbox's is ahead of it as far as this process knows (ADR 38). */
export interface SandboxClock {
  now: () => Date
  aheadMs: () => number
  /** Asks the database again: another process may have put the clock forward. */
  refresh: () => Promise<void>
}

interface Asking {
  query: (text: string) => Promise<{ rows: { ahead_ms: string | number }[] }>
}

const readAhead = async (database: Asking): Promise<number> => {
  const { rows } = await database.query('select ahead_ms from sandbox_clock')
  return Number(rows[0]?.ahead_ms ?? 0)
}

/** The clock of a database that is a sandbox's. */
export async function openSandboxClock(pool: Pool, world = () => new Date()): Promise<SandboxClock> {
  let aheadMs = await readAhead(pool)
  return {
    now: () => new Date(world().getTime() + aheadMs),
    aheadMs: () => aheadMs,
    refresh: async () => {
      aheadMs = await readAhead(pool)
    },
  }
}

/**
 * A book whose clock was put forward has days that have not come in the world: only a sandbox goes on with it.
 *
 * @throws ConfigProblem
 */
export async function assertClockNotAdvanced(database: Asking): Promise<void> {
  const days = Math.ceil((await readAhead(database)) / 86_400_000)
  if (days > 0)
    throw new ConfigProblem(
      `TIDELINE_SANDBOX: the clock of this database was put forward by ${days} days. Only a sandbox goes on with it: set TIDELINE_SANDBOX=yes, or take another database.`,
    )
}
