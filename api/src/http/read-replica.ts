import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createPool, type Database } from '../db/database.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { createReplicaDatabase } from '../db/replica-database.ts'
import type { DB } from '../db/schema.ts'
import type { Metrics } from './metrics.ts'
import { throttleReports } from './throttle-reports.ts'

const timings = {
  /** Maximum age of what a replica returns, in milliseconds (SYS-7). */
  maxLagMs: 1_000,
  /** Time after a failure during which the replica is not used, in milliseconds. */
  retryMs: 5_000,
  /** Time after which the replica is checked again, even if its known position is sufficient, in milliseconds. */
  checkMs: 500,
}
const checkTimeoutMs = 1_000
const unknownPosition = { position: -1, at: Number.NEGATIVE_INFINITY }

/** The read replica of this process (ADR 47). Positions are bytes of the primary's WAL. */
export interface ReadReplica {
  /** The primary database, for writes of an operation that reads from the replica, such as an audit entry. */
  primary: Kysely<DB>
  /**
   * Returns the replica if it has replayed the caller's last write and is at most a second old, otherwise the primary.
   */
  chooseDatabase: (caller: string) => Promise<Kysely<DB>>
  /** Records that the caller has written. Call it after the commit and before the response. */
  recordWrite: (caller: string) => Promise<void>
  close: () => Promise<void>
}

interface Positions {
  /** Minimum position for this caller. */
  required: number
  /** Current position of the primary. */
  current: number
}

/**
 * Connects to the replica. An unavailable replica is not an error: the primary serves its reads.
 * @param connections maximum number of connections to the replica
 */
export function openReadReplica(
  url: string,
  primary: Database,
  parts: { connections: number; log: Logger; metrics: Metrics },
  more: Partial<typeof timings> = {},
): ReadReplica {
  const { maxLagMs, retryMs, checkMs } = { ...timings, ...more }
  const count = (outcome: string) => parts.metrics.replicaReads.inc({ outcome })
  const report = throttleReports<Error>((problem, times) =>
    parts.log.warn({ problem: problem.message, calls: times }, 'the read replica failed; the primary serves its reads'),
  )
  const pool = createPool(url, { connections: parts.connections })
  // Checks have their own connection, because all others can be in use.
  const checkPool = createPool(url, { connections: 1, connectionTimeoutMs: checkTimeoutMs })
  let replayed = unknownPosition
  let retryAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | undefined
  const samples: { position: number; at: number }[] = []

  const db = createReplicaDatabase(pool, primary.pool, (problem) => {
    count('failed')
    report(problem, performance.now())
    replayed = unknownPosition
  })

  const checkReplica = async () => {
    const at = performance.now()
    try {
      replayed = { position: await readReplayedPosition(checkPool), at }
    } catch (problem) {
      report(problem as Error, at)
      retryAt = performance.now() + retryMs
    }
  }

  /** Returns the oldest known position of the primary that is not older than the maximum lag. */
  const getLagLimit = (current: number, now: number): number => {
    while (samples[0] && samples[0].at < now - maxLagMs) samples.shift()
    if (now - (samples.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= maxLagMs / 10)
      samples.push({ position: current, at: now })
    return samples[0]?.position ?? current
  }

  const chooseDatabase = async (caller: string): Promise<Kysely<DB>> => {
    const now = performance.now()
    if (now < retryAt) {
      count('unavailable')
      return primary.db
    }
    const { required, current } = await readPositions(primary.pool, caller)
    const lagLimit = getLagLimit(current, now)
    if (replayed.position < Math.max(required, lagLimit) || now - replayed.at > checkMs) {
      checking ??= checkReplica().finally(() => {
        checking = undefined
      })
      await checking
    }
    const outcome =
      performance.now() < retryAt
        ? 'unavailable'
        : replayed.position < lagLimit
          ? 'lag'
          : replayed.position < required
            ? 'own_write'
            : 'replica'
    count(outcome)
    return outcome === 'replica' ? db : primary.db
  }

  return {
    primary: primary.db,
    chooseDatabase,
    recordWrite: async (caller) => {
      await writePosition(primary.pool, caller)
    },
    close: async () => {
      await checkPool.end()
      await db.destroy()
    },
  }
}

/**
 * Returns the position that the replica has replayed.
 * @throws if the server is unavailable, does not respond in time or is not a replica
 */
async function readReplayedPosition(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ position: number | null }>({
    text: `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position`,
    query_timeout: checkTimeoutMs,
  } as pg.QueryConfig)
  const position = rows[0]?.position ?? null
  if (position === null) throw new Error('DATABASE_READ_URL is not a replica.')
  return position
}

async function readPositions(pool: pg.Pool, caller: string): Promise<Positions> {
  const { rows } = await pool.query<Positions & { isComplete: boolean }>({
    name: 'write-positions',
    text: `select coalesce(max(position), 0) as required, coalesce(bool_or(caller = ''), false) as "isComplete",
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as current
      from write_positions where caller in ('', $1)`,
    values: [caller],
  })
  const [row] = rows
  if (row?.isComplete) return row
  // The table is new, or PostgreSQL emptied it after a crash. Every caller may have written until now.
  const required = await writePosition(pool, '')
  return { required, current: required }
}

/** Records the current position for a caller and returns it. A position that is already higher stays. */
async function writePosition(pool: pg.Pool, caller: string): Promise<number> {
  const { rows } = await pool.query<{ position: number }>({
    name: 'write-position',
    text: `insert into write_positions as known (caller, position)
      values ($1, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint)
      on conflict (caller) do update
        set position = greatest(known.position, excluded.position), written_at = excluded.written_at
      returning position`,
    values: [caller],
  })
  return rows[0]?.position ?? 0
}

/**
 * Deletes the positions of callers that have not written for a day. A replica that is a day late serves no reads. Uses the
 * clock of the database, which also recorded the times.
 */
export const deleteOldWritePositions = (db: Kysely<DB>, signal?: AbortSignal): Promise<number> =>
  deleteInBatches(
    db,
    sql`write_positions`,
    sql`select ctid from write_positions where written_at < now() - interval '1 day' and caller <> ''`,
    signal,
  )
