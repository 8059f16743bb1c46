import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@tideline/api/db/database.ts'
import type { Ctx } from '@tideline/api/http/context.ts'
import { searchPolicies } from '@tideline/api/policy-reads/search.ts'

export const hasPgbench = () => spawnSync('pgbench', ['--version']).error === undefined

const quoted = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return quoted(`{${value.map((item) => JSON.stringify(String(item))).join(',')}}`)
  return `'${(value instanceof Date ? value.toISOString() : String(value)).replaceAll("'", "''")}'`
}

type Sent = [query: string | { text: string }, values?: unknown[]]

/**
 * Writes one pgbench script per search term with the exact statements of the API, including their values. Returns the
 * script files. pgbench accepts at most 128 of them.
 */
export async function writeSearches(url: string, folder: string, terms: string[]): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  let sent: string[] = []
  const database = openDatabase(url)
  database.pool.on('connect', (client) => {
    const runQuery = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: Sent) => {
      const [query, values = []] = args
      const text = typeof query === 'string' ? query : query.text
      sent.push(text.replace(/\$(\d+)/g, (_, place: string) => quoted(values[Number(place) - 1])))
      return runQuery(...args)
    }) as typeof client.query
  })
  // Sends the connection settings first, so that the scripts do not have to contain them.
  const ctx = { db: database.db, actor: { kind: 'staff' }, now: new Date() } as Ctx
  const search = (InsuredName: string) => searchPolicies(ctx, { InsuredName, take: 50 } as never)
  await search('warm up')
  const files: string[] = []
  for (const term of terms) {
    sent = []
    await search(term)
    const file = join(folder, `${files.length}.sql`)
    writeFileSync(file, `${sent.map((statement) => statement.replaceAll(/\s+/g, ' ').trim()).join(';\n')};\n`)
    files.push(file)
  }
  await database.close()
  return files
}

/**
 * Runs the scripts in random order and returns scripts per second. `simple` plans every statement each time; `prepared`
 * plans each statement only once, which is the stricter comparison.
 * @throws with pgbench's error output on failure
 */
export function runPgbench(
  url: string,
  files: string[],
  options: { seconds: number; connections: number; protocol: 'simple' | 'prepared' },
): number {
  const { stdout, stderr, status } = spawnSync(
    'pgbench',
    [
      '--no-vacuum',
      `--protocol=${options.protocol}`,
      `--client=${options.connections}`,
      `--time=${options.seconds}`,
      ...files.map((file) => `--file=${file}`),
      url,
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const perSecond = Number(stdout.match(/tps = ([\d.]+)/)?.[1])
  if (status !== 0 || !perSecond) throw new Error(`pgbench failed: ${stderr.slice(-500)}`)
  return perSecond
}
