import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openTestServer, stopTestServer, type TestServer } from '@tideline/api/testing/test-server.ts'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
const getStartTime = async ({ url }: TestServer) =>
  (await query(url, 'select pg_postmaster_start_time()::text as at'))[0].at
const getDatabases = async ({ url }: TestServer): Promise<string[]> =>
  (await query(url, "select datname from pg_database where datname ~ '^(test|template)_'")).map((row) => row.datname)

describe('PostgreSQL test server', () => {
  // All tests share one folder, because starting a server takes seconds.
  const folder = join(tmpdir(), `tideline-test-server-${process.pid}-${Date.now()}`)
  afterAll(() => stopTestServer(folder))

  it('keeps running with the same template between two test runs', async () => {
    const first = await openTestServer({ folder, keepRunning: true })
    const start = await getStartTime(first)
    await first.close()
    const second = await openTestServer({ folder, keepRunning: true })
    expect([await getStartTime(second), second.template]).toEqual([start, first.template])
    await second.close()
  })

  it('drops leftover databases and outdated templates at startup if no other run is active', async () => {
    const first = await openTestServer({ folder, keepRunning: true })
    await query(first.url, 'create database test_left')
    await query(first.url, 'create database template_of_other_migrations')
    const second = await openTestServer({ folder, keepRunning: true })
    expect(await getDatabases(second)).toContain('test_left')
    await first.close()
    await second.close()
    const third = await openTestServer({ folder, keepRunning: true })
    expect(await getDatabases(third)).toEqual([third.template])
    await third.close()
  })

  it('ignores the lock file of a process that has exited', async () => {
    const exitedPid = execFileSync(process.execPath, ['--eval', 'process.stdout.write(String(process.pid))']).toString()
    await writeFile(`${folder}.lock`, exitedPid)
    const server = await openTestServer({ folder, keepRunning: true })
    await server.close()
    expect(existsSync(`${folder}.lock`)).toBe(false)
  })

  it('is replaced if its settings or version differ', async () => {
    const first = await openTestServer({ folder, keepRunning: true })
    const start = await getStartTime(first)
    await first.close()
    await writeFile(`${folder}.version`, 'other')
    const second = await openTestServer({ folder, keepRunning: true })
    expect(await getStartTime(second)).not.toBe(start)
    await second.close()
  })

  it('does not prevent its parent process from exiting', async () => {
    const script = `
      import { openTestServer } from ${JSON.stringify(join(import.meta.dirname, '../../api/src/testing/test-server.ts'))}
      const server = await openTestServer({ folder: ${JSON.stringify(folder)}, keepRunning: true })
      await server.close()
      console.log('closed')`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      timeout: 60_000,
    })
    expect(stdout).toBe('closed\n')
    expect(existsSync(join(folder, 'data/postmaster.pid'))).toBe(true)
  })

  it('is shared by simultaneous runs and stops when the last run ends', async () => {
    await stopTestServer(folder)
    const [first, second] = await Promise.all([
      openTestServer({ folder, keepRunning: false }),
      openTestServer({ folder, keepRunning: false }),
    ])
    expect(await getStartTime(second)).toBe(await getStartTime(first))
    await first.close()
    expect(await getDatabases(second)).toEqual([second.template])
    await second.close()
    expect(existsSync(folder)).toBe(false)
    await expect(getDatabases(second)).rejects.toThrow()
  })
})
