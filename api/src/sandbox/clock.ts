import type { Pool } from 'pg'
import { ConfigError } from '../config/config.ts'
import { isResettingSql } from './sandbox-lock.ts'

/** The sandbox clock: real time plus the offset that this process last read (ADR 38). */
export interface SandboxClock {
  now: () => Date
  aheadMs: () => number
  /** Returns whether the sandbox was being reset at the last refresh. */
  isResetting: () => boolean
  /** Reads the state again, since another process may have advanced the clock or started a reset. */
  refresh: () => Promise<void>
}

interface QueryClient {
  query: (text: string) => Promise<{ rows: { offset_ms: string | number }[] }>
}

const readAhead = async (database: QueryClient): Promise<number> => {
  const { rows } = await database.query('select offset_ms from sandbox_clock')
  return Number(rows[0]?.offset_ms ?? 0)
}

async function readState(pool: Pool): Promise<{ aheadMs: number; isResetting: boolean }> {
  const { rows } = await pool.query<{ offset_ms: string | number | null; is_resetting: boolean }>(
    `select (select offset_ms from sandbox_clock), ${isResettingSql} as is_resetting`,
  )
  return { aheadMs: Number(rows[0]?.offset_ms ?? 0), isResetting: rows[0]?.is_resetting ?? false }
}

/** Creates the clock of a sandbox database. */
export async function openSandboxClock(pool: Pool, world = () => new Date()): Promise<SandboxClock> {
  let state = await readState(pool)
  return {
    now: () => new Date(world().getTime() + state.aheadMs),
    aheadMs: () => state.aheadMs,
    isResetting: () => state.isResetting,
    refresh: async () => {
      state = await readState(pool)
    },
  }
}

/**
 * Checks that the database's clock was never advanced. An advanced clock leaves future dates in the data, so only a
 * sandbox may use such a database.
 * @throws ConfigProblem if the clock was advanced
 */
export async function assertSandboxClockNotAdvanced(database: QueryClient): Promise<void> {
  const days = Math.ceil((await readAhead(database)) / 86_400_000)
  if (days > 0)
    throw new ConfigError(
      `TIDELINE_SANDBOX: the clock of this database was advanced by ${days} days. Only a sandbox can use this database: set TIDELINE_SANDBOX=yes, or use another database.`,
    )
}
