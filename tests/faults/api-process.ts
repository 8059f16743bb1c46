import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestDatabase } from '@tideline/api/testing/database.ts'
import pg from 'pg'
import { afterAll } from 'vitest'
import { getFreePort } from '../support/free-port.ts'

const root = dirname(dirname(import.meta.dirname))

/** Calls `getResult` repeatedly until it returns a result. The test's own timeout ends the wait. */
export async function pollUntil<T>(getResult: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const response = await getResult()
    if (response) return response
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/**
 * Runs the real API process on a test database. A test can kill the process while it executes a chosen statement. The
 * application name distinguishes its database connections from those of the test and of other processes.
 */
export async function createApiProcess(
  database: TestDatabase,
  settings: Record<string, string> = {},
  apiName = 'api-under-test',
) {
  const folder = await mkdtemp(join(tmpdir(), 'tideline-faults-'))
  const observer = new pg.Client({ connectionString: database.url, application_name: 'observer' })
  await observer.connect()
  let running: { child: ChildProcess; exited: Promise<unknown> } | undefined
  let log = ''

  /** Starts the process. Resolves to its URL when it is listening. */
  const start = async () => {
    const port = await getFreePort()
    const child = fork(join(root, 'api/src/main.ts'), {
      env: {
        ...process.env,
        DATABASE_URL: `${database.url}?application_name=${apiName}`,
        PORT: String(port),
        NODE_ENV: 'production',
        TIDELINE_DEMO: 'yes',
        LOG_LEVEL: 'error',
        TIDELINE_DATA: folder,
        // Bank payments settle only when a test settles them.
        STRIPE_SETTLE_SECONDS: '3600',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      execArgv: ['--import', join(import.meta.dirname, 'keep-compiled.ts')],
    })
    child.stdout?.on('data', (chunk) => {
      log += chunk
    })
    running = { child, exited: new Promise((resolve) => child.once('exit', resolve)) }
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`The API stopped with ${code}.`)))
    })
    return `http://127.0.0.1:${port}`
  }

  const kill = async () => {
    if (!running) return
    const { child, exited } = running
    running = undefined
    child.kill('SIGKILL')
    await exited
    // Terminates connections that wait for a lock. Otherwise, PostgreSQL would finish their statements although the
    // killed process no longer exists.
    await pollUntil(async () => {
      const { rowCount } = await observer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = any($1)`,
        [[apiName, ...(settings.RUN_JOBS === 'false' ? [] : ['tideline worker'])]],
      )
      return rowCount === 0
    })
  }

  /** Holds a lock that blocks the API. The promise `reached` resolves when the API is waiting for the lock. */
  const hold = async (statement: string, values: unknown[] = []) => {
    const holder = new pg.Client({ connectionString: database.url, application_name: 'holder' })
    await holder.connect()
    await holder.query('begin')
    await holder.query(statement, values)
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
    return {
      reached: () =>
        pollUntil(async () => {
          const { rowCount } = await observer.query(
            'select from pg_stat_activity where application_name = $1 and $2::int = any(pg_blocking_pids(pid))',
            [apiName, rows[0]?.pid],
          )
          return rowCount !== 0
        }),
      release: async () => {
        await holder.query('rollback')
        await holder.end()
      },
    }
  }

  /** Stops the process in the regular way, which also writes the rest of its log. */
  const stop = async () => {
    running?.child.kill('SIGTERM')
    await running?.exited
    running = undefined
  }

  afterAll(async () => {
    await kill()
    await observer.end()
    await rm(folder, { recursive: true, force: true })
  })
  return { start, stop, kill, hold, getLog: () => log }
}
