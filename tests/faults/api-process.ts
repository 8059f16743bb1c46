import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestDatabase } from '@tideline/api/testing/database.ts'
import pg from 'pg'
import { afterAll } from 'vitest'
import { freePort } from '../support/free-port.ts'

const root = dirname(dirname(import.meta.dirname))

/** Asks again until the answer is there; a test that waits in vain ends by its own time limit. */
export async function until<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** How the API's connections call themselves, so that they are told from the test's own. */
const apiName = 'api-under-test'

/** The real API process on a test's database, and the power to kill it at a chosen instruction. */
export async function createApiProcess(database: TestDatabase, settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tideline-faults-'))
  const observer = new pg.Client({ connectionString: database.url, application_name: 'observer' })
  await observer.connect()
  let running: { child: ChildProcess; gone: Promise<unknown> } | undefined

  /** Starts it; resolves to its address once it listens. */
  const start = async () => {
    const port = await freePort()
    const child = fork(join(root, 'api/src/main.ts'), {
      env: {
        ...process.env,
        DATABASE_URL: `${database.url}?application_name=${apiName}`,
        PORT: String(port),
        NODE_ENV: 'production',
        TIDELINE_DEMO: 'yes',
        LOG_LEVEL: 'error',
        TIDELINE_DATA: folder,
        // Banks answer when a test says so, not while it looks away.
        STRIPE_SETTLE_SECONDS: '3600',
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    running = { child, gone: new Promise((resolve) => child.once('exit', resolve)) }
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`The API stopped with ${code}.`)))
    })
    return `http://127.0.0.1:${port}`
  }

  const kill = async () => {
    if (!running) return
    const { child, gone } = running
    running = undefined
    child.kill('SIGKILL')
    await gone
    // A connection that waits for a lock would finish its statement before it notices that nobody listens any more.
    await until(async () => {
      const { rowCount } = await observer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name in ($1, 'tideline worker')`,
        [apiName],
      )
      return rowCount === 0
    })
  }

  /** Holds a lock for the API to run into; `reached` resolves when it waits there. */
  const hold = async (statement: string, values: unknown[] = []) => {
    const holder = new pg.Client({ connectionString: database.url, application_name: 'holder' })
    await holder.connect()
    await holder.query('begin')
    await holder.query(statement, values)
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
    return {
      reached: () =>
        until(async () => {
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

  afterAll(async () => {
    await kill()
    await observer.end()
    await rm(folder, { recursive: true, force: true })
  })
  return { start, kill, hold }
}
