import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { createPool } from './database.ts'

const { db, url } = await createTestDatabase()

describe('values out of PostgreSQL', () => {
  test('dates stay texts, moments are Dates, cents are numbers', async () => {
    const { rows } = await sql`select date '2026-12-15' as day, timestamptz '2026-11-20 15:00Z' as moment,
      131775::bigint as cents, array['a', 'b'] as words, array[date '2026-12-15'] as days`.execute(db)
    expect(rows[0]).toMatchObject({
      day: '2026-12-15',
      moment: new Date('2026-11-20T15:00:00Z'),
      cents: 131_775,
      words: ['a', 'b'],
    })
  })

  test('an amount too large for exact cents throws instead of losing some', async () => {
    await expect(sql`select 9007199254740993::bigint as cents`.execute(db)).rejects.toThrow(RangeError)
  })
})

test('a statement that runs too long is ended', async () => {
  const pool = createPool(url, { statementTimeoutMs: 50 })
  await expect(pool.query('select pg_sleep(5)')).rejects.toThrow('statement timeout')
  await pool.end()
})
