import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { createPool } from './database.ts'

const { db, url } = await createTestDatabase()

describe('PostgreSQL value conversion', () => {
  test('returns dates as strings, timestamps as Date objects and cents as numbers', async () => {
    const { rows } = await sql`select date '2026-12-15' as day, timestamptz '2026-11-20 15:00Z' as moment,
      131775::bigint as cents, array['a', 'b'] as words, array[date '2026-12-15'] as days`.execute(db)
    expect(rows[0]).toMatchObject({
      day: '2026-12-15',
      moment: new Date('2026-11-20T15:00:00Z'),
      cents: 131_775,
      words: ['a', 'b'],
    })
  })

  test('throws an error for an amount in cents above the safe integer range', async () => {
    await expect(sql`select 9007199254740993::bigint as cents`.execute(db)).rejects.toThrow(RangeError)
  })
})

test('cancels a database statement that exceeds the timeout', async () => {
  const pool = createPool(url, { statementTimeoutMs: 50 })
  await expect(pool.query('select pg_sleep(5)')).rejects.toThrow('statement timeout')
  await pool.end()
})
