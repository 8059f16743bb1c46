import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { createPreparedQuery, prepared } from './prepared-statement.ts'

const { db } = await createTestDatabase()

describe('prepared', () => {
  it('prepares only marked statements, once for each connection', async () => {
    const statements = await db.connection().execute(async (db) => {
      for (const value of [1, 2]) {
        const { rows } = await sql<{ value: number }>`${prepared} select ${value}::int as value`.execute(db)
        expect(rows).toEqual([{ value }])
        await sql`select ${value}::int as value`.execute(db)
      }
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
      return rows
    })
    expect(statements).toEqual([{ statement: '/* prepared */ select $1::int as value' }])
  })
})

describe('createPreparedQuery', () => {
  it('compiles the query once and runs it with the value of each call', async () => {
    let builds = 0
    const findReason = createPreparedQuery((db, code) => {
      builds += 1
      return db.selectFrom('cancel_reasons').select('reason_code').where('reason_code', '=', code).limit(1)
    })
    expect(await findReason(db, '12')).toEqual([{ reason_code: '12' }])
    expect(await findReason(db, 'none')).toEqual([])
    expect(builds).toBe(1)
  })
})
