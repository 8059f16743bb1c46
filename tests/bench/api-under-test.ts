import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { hashPassword } from '@tideline/api/accounts/password.ts'
import pg from 'pg'
import { openBook, policies, root } from './book.ts'
import type { Load } from './measure.ts'
import { startServer } from './processes.ts'
import { getPostgresPid, getProcessorTime, getProcessorTimeWithChildren } from './processor-time.ts'

/** A server that a benchmark measures. */
export type Server = Pick<Load, 'url' | 'getProcessorTime'>

const password = 'Tideline-Demo-1'
/** Body of the request that logs in the staff account of the benchmarks. */
export const logInBody = JSON.stringify({ email: 'bench@example.com', password })

/**
 * Starts the API in production mode on the book of the benchmarks, logs in as staff, and runs `work`. Stops all servers
 * afterward.
 */
export async function runWithApi(
  work: (parts: {
    api: Server
    /** Starts a baseline server on the same database. */
    serve: (script: string, name: string, more?: Record<string, string>) => Promise<Server>
    headers: NonNullable<Load['headers']>
    client: pg.Client
    dataFolder: string
    databaseUrl: string
    policyNos: string[]
  }) => Promise<void>,
): Promise<void> {
  const { dataFolder, server } = await openBook('bench')
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  const children: ChildProcess[] = []
  try {
    await client.query(
      `insert into accounts (kind, email, roles, password_hash) values ('staff', 'bench@example.com', '{superuser,internal}', $1)
       on conflict (email) do nothing`,
      [await hashPassword(password)],
    )
    const { rows } = await client.query<{ policy_no: string }>(
      `select policy_no from policies tablesample system (${Math.min(100, 1_000_000 / policies)}) limit 500`,
    )
    const env = {
      DATABASE_URL: server.url(),
      NODE_ENV: 'production',
      TIDELINE_DEMO: 'yes',
      RATE_LIMIT_PER_MINUTE: '1000000000',
      LOG_LEVEL: 'info',
      RUN_JOBS: 'false',
      TIDELINE_DATA: dataFolder,
    }
    const postgres = await getPostgresPid(client)
    const serve = async (script: string, name: string, more: Record<string, string> = {}): Promise<Server> => {
      const { child, url } = await startServer(join(root, script), { ...env, ...more }, join(dataFolder, `${name}.log`))
      children.push(child)
      return {
        url,
        getProcessorTime: () => {
          const own = child.pid === undefined ? undefined : getProcessorTime(child.pid)
          const database = getProcessorTimeWithChildren(postgres)
          return own !== undefined && database !== undefined ? own + database : undefined
        },
      }
    }
    const api = await serve('api/src/main.ts', 'api')
    const session = await fetch(`${api.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: logInBody,
    })
    const { payload } = (await session.json()) as { payload: { token: string } }
    await work({
      api,
      serve,
      headers: { authorization: `Bearer ${payload.token}` },
      client,
      dataFolder,
      databaseUrl: server.url(),
      policyNos: rows.map((row) => row.policy_no),
    })
  } finally {
    await client.end()
    for (const child of children) child.kill('SIGTERM')
    await server.stop()
  }
}
