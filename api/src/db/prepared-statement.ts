import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ClientBase } from 'pg'

const mark = '/* prepared */'

/**
 * Start of a statement that PostgreSQL plans once for each connection: `sql\`${prepared} select …\``. Use it for long
 * statements whose planning takes longer than their execution. Their text must not depend on the values, because a
 * connection keeps the plan of each text.
 */
export const prepared = sql.raw(mark)

/** Names of the prepared statements, by text. */
const names = new Map<string, string>()

function getName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `tideline_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, name)
  return name
}

/** Makes a connection prepare the statements that start with `prepared`. */
export function prepareMarkedStatements(client: ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.startsWith(mark)
      ? query({ name: getName(text), text, values }, ...rest)
      : query(text, values, ...rest)) as typeof client.query
}
