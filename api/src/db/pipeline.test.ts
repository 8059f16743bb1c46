import { sql, type Transaction } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { executePipelined, pipelined } from './pipeline.ts'
import type { DB } from './schema.ts'

const { db } = await createTestDatabase()

const insert = (key: string) => sql`${pipelined} insert into settings (key, value) values (${key}, 'true')`
const countSettings = async (trx: Pick<Transaction<DB>, 'getExecutor'>, key: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from settings where key = ${key}`.execute(trx)
  return rows[0]?.count
}

beforeAll(async () => {
  await sql`insert into settings (key, value) values ('stored', 'true')`.execute(db)
})

describe('pipelined', () => {
  it('takes effect before the next statement of the transaction', async () => {
    const counts = await db.transaction().execute(async (trx) => {
      await insert('one').execute(trx)
      await executePipelined(trx, trx.insertInto('settings').values({ key: 'two', value: 'true' }))
      return [await countSettings(trx, 'one'), await countSettings(trx, 'two')]
    })
    expect(counts).toEqual([1, 1])
    expect(await countSettings(db, 'two')).toBe(1)
  })

  it('throws the error of the statement that failed at the next statement, and stores nothing', async () => {
    const attempt = db.transaction().execute(async (trx) => {
      await insert('three').execute(trx)
      await insert('stored').execute(trx)
      await insert('four').execute(trx)
      return countSettings(trx, 'three')
    })
    await expect(attempt).rejects.toMatchObject({ code: '23505', constraint: 'settings_pkey' })
    expect(await countSettings(db, 'three')).toBe(0)
  })

  it('throws the error of the last statement at the commit', async () => {
    const attempt = db.transaction().execute(async (trx) => {
      await insert('five').execute(trx)
      await insert('stored').execute(trx)
    })
    await expect(attempt).rejects.toMatchObject({ code: '23505' })
    expect(await countSettings(db, 'five')).toBe(0)
  })

  it('throws the error of the work if a statement before it failed, too', async () => {
    const attempt = db.transaction().execute(async (trx) => {
      await insert('stored').execute(trx)
      throw new Error('of the work')
    })
    await expect(attempt).rejects.toThrow('of the work')
  })

  it('continues after a savepoint that was rolled back', async () => {
    await db.transaction().execute(async (trx) => {
      await insert('six').execute(trx)
      await sql`savepoint before_failure`.execute(trx)
      await insert('stored').execute(trx)
      await sql`rollback to savepoint before_failure`.execute(trx)
      await insert('seven').execute(trx)
    })
    expect([await countSettings(db, 'six'), await countSettings(db, 'seven')]).toEqual([1, 1])
  })

  it('waits for the result outside of a transaction', async () => {
    await expect(insert('stored').execute(db)).rejects.toMatchObject({ code: '23505' })
  })
})
