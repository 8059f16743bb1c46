import type { Duplex } from 'node:stream'
import { type Compilable, CompiledQuery, type Kysely, sql } from 'kysely'
import type { ClientBase, QueryResult } from 'pg'
import { preparedMark } from './prepared-statement.ts'
import type { DB } from './schema.ts'

const mark = `${preparedMark}/* pipelined */`

/**
 * Start of a prepared statement that is sent together with the next one of its transaction, without waiting for its result:
 * `sql\`${pipelined} insert …\``. Use it for frequent writes whose result is not needed. The statement takes effect before
 * the next one. If it fails, the next one (at the latest the commit) throws its error. In a trace, its time is part of that of
 * the next one.
 */
export const pipelined = sql.raw(mark)

/** Same as `executePrepared`, without waiting for the result (see `pipelined`). */
export async function executePipelined(db: Kysely<DB>, query: Compilable): Promise<void> {
  const { sql: text, parameters } = query.compile()
  await db.executeQuery(CompiledQuery.raw(`${mark} ${text}`, [...parameters]))
}

type Query = (...args: unknown[]) => Promise<QueryResult>

const noResult = { command: '', rowCount: null, rows: [] }

/**
 * Returns the result of the last of several statements. Throws the error of the first one that failed, because PostgreSQL
 * rejects all others of the transaction after it.
 */
async function requireAll(sent: readonly Promise<QueryResult>[]): Promise<QueryResult> {
  const settled = await Promise.allSettled(sent)
  for (const result of settled) if (result.status === 'rejected') throw result.reason
  return sent.at(-1) as Promise<QueryResult>
}

/**
 * Makes a connection send `begin`, and statements of the transaction that start with `pipelined`, together with the next
 * statement and without waiting for their results. Writing to the socket is a large part of the cost of a short statement.
 * The connection must have been created with `pipeline: true`.
 */
export function pipelineMarkedStatements(client: ClientBase): void {
  const query = client.query.bind(client) as Query
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  let isInTransaction = false
  let pending: Promise<QueryResult>[] = []
  client.query = ((statement: unknown, ...rest: unknown[]) => {
    const text = typeof statement === 'string' ? statement : ''
    if (text === 'begin') isInTransaction = true
    if (text === 'begin' || (isInTransaction && text.startsWith(mark))) {
      if (pending.length === 0) stream.cork()
      const result = query(statement, ...rest)
      // The next statement throws the error.
      result.catch(() => undefined)
      pending.push(result)
      return Promise.resolve(noResult)
    }
    if (text === 'commit' || text === 'rollback') isInTransaction = false
    const result = query(statement, ...rest)
    if (pending.length === 0) return result
    stream.uncork()
    const sent = [...pending, result]
    pending = []
    return text.startsWith('rollback') ? result : requireAll(sent)
  }) as typeof client.query
}
