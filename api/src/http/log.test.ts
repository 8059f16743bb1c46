import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createService } from '../service.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createLogger } from './log.ts'

const database = await createTestDatabase()
const { pool } = database

/** Returns what the logger writes for the fields. */
function writeLine(fields: object): string {
  const lines: string[] = []
  createLogger('error', { write: (line) => lines.push(line) }).error(fields, 'request failed')
  return lines.join('')
}

describe('createLogger', () => {
  it('hides the row that PostgreSQL adds to the error of a rejected change', async () => {
    const change = pool.query(`do $$ begin
      create temporary table rows (name text, amount int check (amount > 0));
      insert into rows values ('Jordan Rivera', 0);
    end $$`)
    const error = await change.catch((thrown) => thrown)
    expect(error).toBeInstanceOf(pg.DatabaseError)
    expect(error.detail).toContain('Jordan Rivera')
    const line = writeLine({ err: error })
    expect(line).not.toContain('Jordan Rivera')
    expect(JSON.parse(line)).toMatchObject({ err: { code: '23514', table: 'rows', detail: '[hidden]' } })
  })

  it('hides secrets at the first three levels of a line', () => {
    const secrets = { password: 'p-1', inner: { token: 't-2', inner: { bankAccountNo: 'b-3' } }, kept: 'visible' }
    const line = writeLine(secrets)
    expect(line).not.toMatch(/p-1|t-2|b-3/)
    expect(line).toContain('visible')
  })
})

describe('a request that PostgreSQL rejects', () => {
  it('is logged without the row, which can contain personal data', async () => {
    const lines: string[] = []
    const log = createLogger('trace', { write: (line) => lines.push(line) })
    const config = readConfig({ NODE_ENV: 'test', RUN_JOBS: 'false' })
    const service = await createService(config, log, database.url, { database })
    onTestFinished(() => service.close())
    await pool.query('alter table graphile_worker._private_jobs add check (false) not valid')
    const response = await service.app.request('/api/v1/auth/requestPasswordReset', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'jordan.rivera@example.com' }),
    })
    expect(response.status).toBe(500)
    expect(lines.join('')).toContain('request failed')
    expect(lines.join('')).not.toContain('jordan.rivera')
  })
})
