import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { maxCrashes, releaseDeadWorkerJobs } from '@tideline/api/jobs/dead-workers.ts'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { pollUntil } from '../faults/api-process.ts'

const { url, pool } = await createTestDatabase()
await pool.query('create table started (name text); create table finished (name text)')

const addJob = (name: string, kills: boolean) =>
  pool.query(`select graphile_worker.add_job('refresh-page-marks', $1::json, max_attempts := 3)`, [
    JSON.stringify({ name, kills }),
  ])

/**
 * Releases the jobs of the killed process as soon as PostgreSQL has closed all of its connections, and skips the retry
 * delays.
 */
async function releaseJobs() {
  await pollUntil(async () => {
    await pool.query(
      "update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_at is not null",
    )
    await releaseDeadWorkerJobs(pool)
    return (await count('select from graphile_worker._private_jobs where locked_at is not null')) === 0
  })
  await pool.query('update graphile_worker._private_jobs set run_at = now()')
}

/**
 * Starts a worker process, which ends with the test at the latest. `ended` resolves to the signal that ended the
 * process.
 */
function startProcess() {
  const child = fork(join(import.meta.dirname, '../faults/worker-process.ts'), {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'exit').then(([, signal]) => signal) }
}

const count = async (text: string) => (await pool.query(text)).rowCount

describe('job that crashes its process', () => {
  it('fails after a fixed number of crashes, while other jobs still run once', { timeout: 300_000 }, async () => {
    await addJob('poison', true)
    for (const name of ['one', 'two', 'three']) await addJob(name, false)
    for (let crash = 0; crash < maxCrashes; crash++) {
      expect(await startProcess().ended).toBe('SIGKILL')
      await releaseJobs()
    }
    const { child, ended } = startProcess()
    await pollUntil(async () => (await count('select from finished')) === 3)
    await pollUntil(
      async () => (await count('select from graphile_worker._private_jobs where attempts < max_attempts')) === 0,
    )
    child.kill('SIGKILL')
    await ended
    expect((await pool.query('select name from finished order by name')).rows).toEqual([
      { name: 'one' },
      { name: 'three' },
      { name: 'two' },
    ])
    expect(await count(`select from started where name = 'poison'`)).toBe(maxCrashes)
    expect((await pool.query('select attempts, last_error from graphile_worker._private_jobs')).rows).toEqual([
      { attempts: 3, last_error: `The worker process died ${maxCrashes} times while it ran this job.` },
    ])
  })
})
