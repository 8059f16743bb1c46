import { createHash } from 'node:crypto'
import { type Database, openDatabase } from '@tideline/api/db/database.ts'
import type { PoolClient, QueryResult } from 'pg'
import { rateDate } from './cancellation-model.ts'

export interface HistoryDatabase extends Database {
  /** Starts caching: after this call, reference data (products, rates, reasons, settings, agencies) is read only once. */
  cacheReferenceData: () => void
}

/** Tables that a history never writes to. */
const references = new Set([
  ...['agencies', 'cancel_reason_documents', 'cancel_reasons', 'card_fees', 'commission_rates', 'document_types'],
  ...['products', 'settings', 'tax_rates', 'transaction_types'],
])

const readsReferencesOnly = (text: string) => {
  const tables = [...text.matchAll(/\b(?:from|join)\s+"?(\w+)"?/g)].map(([, table = '']) => table)
  return (
    /^\s*select\b/.test(text) &&
    !/\bfor (?:update|share)\b/.test(text) &&
    tables.length > 0 &&
    tables.every((table) => references.has(table))
  )
}

/**
 * Opens a database for many histories. Each connection uses a Unix socket and prepares a statement only once, because
 * planning the same few hundred statements would take four fifths of PostgreSQL's time. The statements themselves are
 * unchanged. The tax rates on the model's rate date apply to all terms. Call `close` when done.
 */
export async function openHistoryDatabase(url: string): Promise<HistoryDatabase> {
  const socketUrl = new URL(url)
  const first = openDatabase(url, { connections: 1 })
  const { rows } = await first.pool.query<{ unix_socket_directories: string }>('show unix_socket_directories')
  await first.pool.query('delete from tax_rates where effective_from > $1', [rateDate])
  await first.pool.query('update tax_rates set effective_to = null where effective_to >= $1', [rateDate])
  await first.close()
  socketUrl.searchParams.set('host', rows[0]?.unix_socket_directories ?? '')
  const database = openDatabase(socketUrl.href, { connections: 3 })
  const known = new Map<string, Promise<QueryResult>>()
  let remembers = false
  database.pool.on('connect', (client) => prepareStatements(client, { known, remembers: () => remembers }))
  return {
    ...database,
    cacheReferenceData: () => {
      remembers = true
    },
  }
}

interface Statement {
  name: string
  readsReferencesOnly: boolean
}
const statements = new Map<string, Statement>()

function getStatement(text: string): Statement {
  const known = statements.get(text)
  if (known) return known
  const statement = {
    name: createHash('md5').update(text).digest('hex'),
    readsReferencesOnly: readsReferencesOnly(text),
  }
  statements.set(text, statement)
  return statement
}

interface QueryCache {
  known: Map<string, Promise<QueryResult>>
  remembers: () => boolean
}

function prepareStatements(client: PoolClient, { known, remembers }: QueryCache) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const prepared = (text: string, values: unknown[], ...rest: unknown[]) =>
    values.length > 0 ? query({ name: getStatement(text).name, text, values }, ...rest) : query(text, values, ...rest)
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return query(text, values, ...rest)
    if (!remembers() || rest.length > 0 || !getStatement(text).readsReferencesOnly)
      return prepared(text, values, ...rest)
    const key = `${text} ${JSON.stringify(values)}`
    const before = known.get(key)
    if (before) return before
    const response = prepared(text, values) as Promise<QueryResult>
    known.set(key, response)
    return response
  }) as typeof client.query
}
