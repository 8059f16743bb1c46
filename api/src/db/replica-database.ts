import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isDatabaseBusy } from './availability.ts'
import type { DB } from './schema.ts'

/** PostgreSQL error codes of a statement that a replica cancels to replay a change of the primary. */
const recoveryConflicts = new Set(['40001', '40P01'])

/** Returns whether the primary must not repeat a statement, because it would be as slow there. */
const isOverload = (problem: unknown) =>
  isDatabaseBusy(problem) && !recoveryConflicts.has((problem as { code?: string }).code ?? '')

const startsTransaction = /^\s*(begin|start transaction)\b/i
const isReadOnly = /^\s*start transaction read only$/i
const endsTransaction = /^\s*(commit|rollback)$/i

/**
 * Returns a database that reads from a replica. A statement that fails there runs on the primary, so an unavailable
 * replica causes no errors. In a read-only transaction, the earlier statements are repeated too. Other transactions run on
 * the primary.
 * @param onFailure receives the error of each statement that runs on the primary because it failed on the replica
 */
export function createReplicaDatabase(
  replica: pg.Pool,
  primary: pg.Pool,
  onFailure: (problem: Error) => void,
): Kysely<DB> {
  const connectReplica = () =>
    replica.connect().catch((problem: Error) => {
      if (isOverload(problem)) throw problem
      onFailure(problem)
      return undefined
    })
  const connect = async () => {
    let onReplica = await connectReplica()
    let client = onReplica ?? (await primary.connect())
    const switchToPrimary = async (mustClose: boolean) => {
      onReplica?.release(mustClose)
      onReplica = undefined
      client = await primary.connect()
    }
    let transaction: [text: string, values: unknown[]][] = []
    const query = async (text: string, values: unknown[]) => {
      const isStart = startsTransaction.test(text)
      if (onReplica && isStart && !isReadOnly.test(text)) await switchToPrimary(false)
      try {
        const result = await client.query(text, values)
        if (isStart || transaction.length > 0) transaction.push([text, values])
        if (endsTransaction.test(text)) transaction = []
        return result
      } catch (problem) {
        if (!onReplica || isOverload(problem)) throw problem
        onFailure(problem as Error)
        await switchToPrimary(true)
        for (const [earlier, itsValues] of transaction) await client.query(earlier, itsValues)
        return client.query(text, values)
      }
    }
    return { query, release: () => client.release() } as unknown as PostgresPoolClient
  }
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect, options: replica.options, end: () => replica.end() } }),
  })
}
