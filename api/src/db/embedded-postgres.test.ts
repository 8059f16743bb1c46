import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const getData = (rows: { data_directory: string }[]) => rows[0]?.data_directory ?? ''

describe('embedded PostgreSQL server', () => {
  let folder = ''
  const servers: EmbeddedPostgres[] = []
  const start = async (port?: number) => {
    const server = await startEmbeddedPostgres(folder, { disposable: true, ...(port ? { port } : {}) })
    servers.push(server)
    return server
  }
  // One data folder for all tests: creating one takes seconds.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tideline-embedded-'))
    if (process.getuid?.() === 0) execFileSync('chmod', ['755', folder])
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop().catch(() => undefined)
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  test('keeps its data after a restart', async () => {
    const first = await start()
    await query(first.url(), 'create table lasting as select 42 as answer')
    await first.stop()
    const second = await start()
    expect(await query(second.url(), 'select answer from lasting')).toEqual([{ answer: 42 }])
  })

  test('reuses a running server, and stops only for the process that started it', async () => {
    const first = await start()
    const second = await start()
    expect(second).toMatchObject({ port: first.port, startedHere: false })
    await second.stop()
    expect(await query(first.url(), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('restarts on the same port after the server process was killed', async () => {
    const server = await start()
    await query(server.url(), 'create table kept as select 42 as answer')
    await query(server.url(), 'checkpoint')
    expect(await server.restartIfStopped()).toBe(false)
    const [pid = ''] = (
      await readFile(join(getData(await query(server.url(), 'show data_directory')), 'postmaster.pid'), 'utf8')
    ).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await vi.waitFor(async () => expect(await server.restartIfStopped()).toBe(true), { timeout: 20_000, interval: 200 })
    expect(await query(server.url(), 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('uses a free port when the requested port is already in use', async () => {
    const other = createServer()
    const port = await new Promise<number>((done) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address()
        done(typeof address === 'object' && address ? address.port : 0)
      })
    })
    const server = await start(port)
    expect(server.port).not.toBe(port)
    other.close()
  })

  test('starts even if another process now uses the process ID of a killed server', async () => {
    const first = await start()
    const pidFile = join(folder, 'data', 'postmaster.pid')
    const lines = (await readFile(pidFile, 'utf8')).split('\n')
    await first.stop()
    await writeFile(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'))
    const second = await start()
    expect(await query(second.url(), 'select 1 as one')).toEqual([{ one: 1 }])
  })
})
