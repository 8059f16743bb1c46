import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { createMetrics } from './metrics.ts'

const { pool } = await createTestDatabase()

describe('createMetrics', () => {
  it('counts due and failed jobs and measures how late jobs are', async () => {
    await pool.query(`select graphile_worker.add_job('send-mail', '{}'::json, run_at := now() - interval '10 minutes')`)
    await pool.query(`select graphile_worker.add_job('send-mail', '{}'::json, run_at := now() + interval '1 day')`)
    await pool.query(`select graphile_worker.add_job('send-mail', '{}'::json, max_attempts := 1)`)
    await pool.query('update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1')
    const text = await createMetrics(pool).registry.metrics()
    expect(text).toContain('tideline_jobs{state="due"} 1\n')
    expect(text).toContain('tideline_jobs{state="failed"} 1\n')
    expect(Number(/^tideline_oldest_due_job_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(600)
    expect(text).toContain('tideline_database_up 1\n')
  })

  it('returns metrics while PostgreSQL is down', async () => {
    const closed = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
    const text = await createMetrics(closed).registry.metrics()
    expect(text).toContain('tideline_database_up 0\n')
    expect(text).not.toContain('tideline_jobs{')
    await closed.end()
  })

  it('provides each metric that the documented alerts use, each with a section', async () => {
    const alerts = readFileSync(join(import.meta.dirname, '../../../docs/alerts.md'), 'utf8')
    const text = await createMetrics(pool).registry.metrics()
    const rows = [...alerts.matchAll(/^\| (.+?) +\| `(.+?)` +\|/gm)]
    expect(rows.length).toBeGreaterThan(5)
    for (const [, name = '', condition = ''] of rows) {
      expect(alerts).toContain(`\n## ${name}\n`)
      const metrics = condition.match(/\b(?:tideline|process)_\w+/g) ?? []
      expect(metrics).not.toEqual([])
      for (const metric of metrics) expect(text).toContain(`# TYPE ${metric.replace(/_(?:count|bucket)$/, '')} `)
    }
  })
})
