import { type ChildProcess, fork } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startEmbeddedPostgres } from '@tideline/api/db/embedded-postgres.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getFreePort } from '../support/free-port.ts'
import { pollUntil } from './api-process.ts'

const root = dirname(dirname(import.meta.dirname))
let folder = ''
let child: ChildProcess
let url = ''
let log = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tideline-away-'))
  await chmod(folder, 0o755)
  const port = await getFreePort()
  child = fork(join(root, 'api/src/main.ts'), {
    env: { ...process.env, PORT: String(port), TIDELINE_DATA: folder, LOG_LEVEL: 'error', RUN_JOBS: 'false' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.stdout?.on('data', (chunk) => {
    log += chunk
  })
  await new Promise((resolve) => child.once('message', resolve))
  url = `http://127.0.0.1:${port}`
})

afterAll(async () => {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
  await rm(folder, { recursive: true, force: true })
})

const requestCatalogs = () => fetch(`${url}/api/v1/catalogues`)

it('returns 503 with Retry-After while PostgreSQL is down, and recovers automatically', async () => {
  const server = await startEmbeddedPostgres(join(folder, 'postgres'))
  const client = new pg.Client({ connectionString: server.url() })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    "select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid",
  )
  expect((await requestCatalogs()).status).toBe(200)

  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  const responses: Response[] = []
  await pollUntil(async () => {
    const response = await requestCatalogs()
    responses.push(response)
    return response.status === 200 && responses.length > 1
  })
  const rejected = responses.filter(({ status }) => status !== 200)
  expect(rejected.length).toBeGreaterThan(0)
  for (const response of rejected) {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toMatchObject({ statusCode: 503, errors: [{ code: 'unavailable' }] })
  }
  // Waits for the log, which is written twice per second.
  await new Promise((resolve) => setTimeout(resolve, 700))
  const lines = log.split('\n').filter((line) => line.includes('PostgreSQL is unavailable'))
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThan(rejected.length / 2 + 2)
  expect(log).not.toMatch(/\n?\s+at /)
})
