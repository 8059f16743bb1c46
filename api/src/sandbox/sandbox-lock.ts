import type { Pool, PoolClient } from 'pg'
import { createConflictError } from '../http/api-error.ts'

// Keys of advisory locks. The second number identifies the lock within its class.
const changeLock = [7_205_412, 1]
const resetLock = [7_205_412, 2]

/**
 * Runs work that advances the clock or resets the sandbox. Only one process at a time can do that. The connection of the
 * lock is passed to the work.
 * @throws {ApiError} 409 if the clock is advancing or the sandbox is being reset
 */
export async function withSandboxLock<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ is_ours: boolean }>(
      'select pg_try_advisory_lock($1, $2) as is_ours',
      changeLock,
    )
    if (!rows[0]?.is_ours)
      throw createConflictError(
        'clock_advancing',
        'Another request is advancing the clock or resetting the sandbox. Try again when it has finished.',
      )
    return await work(client)
  } finally {
    // Releases the locks so that the next request does not wait until the connection closes. A lost connection also
    // releases them.
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
    client.release(true)
  }
}

/**
 * Makes all processes reject requests with 503 until the connection releases its locks. Because the state is a lock, a
 * killed process leaves nothing behind.
 */
export async function rejectRequests(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_lock($1, $2)', resetLock)
}

/** SQL expression that is true if the sandbox is being reset. Holds the lock only for the duration of the statement. */
export const isResettingSql = `not pg_try_advisory_xact_lock_shared(${resetLock.join(', ')})`
