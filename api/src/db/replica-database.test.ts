import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { NoFreeConnectionError } from './fair-pool.ts'
import { createReplicaDatabase } from './replica-database.ts'

type Execute = (text: string) => Promise<unknown>

const createPoolStub = (name: string, execute: Execute = async () => undefined) => {
  const log: string[] = []
  const client = {
    query: async (text: string) => {
      log.push(text)
      await execute(text)
      return { command: 'SELECT', rowCount: 1, rows: [{ name }] }
    },
    release: (mustClose?: boolean) => log.push(mustClose ? 'close' : 'release'),
  }
  return {
    log,
    pool: { connect: vi.fn(async () => client), options: {}, end: async () => undefined } as never as pg.Pool,
  }
}

const createDatabaseError = (code: string) => Object.assign(new pg.DatabaseError('failed', 1, 'error'), { code })
const read = sql<{ name: string }>`select name`

function openDatabases(execute?: Execute) {
  const replica = createPoolStub('replica', execute)
  const primary = createPoolStub('primary')
  const onFailure = vi.fn()
  return { replica, primary, onFailure, db: createReplicaDatabase(replica.pool, primary.pool, onFailure) }
}

it('reads from the replica', async () => {
  const { db, primary, replica } = openDatabases()
  expect((await read.execute(db)).rows).toEqual([{ name: 'replica' }])
  expect(replica.log).toEqual(['select name', 'release'])
  expect(primary.log).toEqual([])
})

it.each(['40001', '57P01', '42P01', '25006'])(
  'repeats a statement on the primary that fails on the replica with %s',
  async (code) => {
    const { db, primary, replica, onFailure } = openDatabases(() => Promise.reject(createDatabaseError(code)))
    expect((await read.execute(db)).rows).toEqual([{ name: 'primary' }])
    expect(replica.log).toEqual(['select name', 'close'])
    expect(primary.log).toEqual(['select name', 'release'])
    expect(onFailure).toHaveBeenCalledOnce()
  },
)

it('does not repeat a statement that exceeded its time limit', async () => {
  const { db, primary, replica, onFailure } = openDatabases(() => Promise.reject(createDatabaseError('57014')))
  await expect(read.execute(db)).rejects.toMatchObject({ code: '57014' })
  expect(replica.log).toEqual(['select name', 'release'])
  expect(primary.log).toEqual([])
  expect(onFailure).not.toHaveBeenCalled()
})

it('uses the primary if the replica cannot be reached', async () => {
  const { db, replica, onFailure } = openDatabases()
  vi.mocked(replica.pool.connect).mockRejectedValue(
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) as never,
  )
  expect((await read.execute(db)).rows).toEqual([{ name: 'primary' }])
  expect(onFailure).toHaveBeenCalledOnce()
})

it('does not move the reads of a caller with too many connections to the primary', async () => {
  const { db, primary, replica } = openDatabases()
  vi.mocked(replica.pool.connect).mockRejectedValue(new NoFreeConnectionError('in use') as never)
  await expect(read.execute(db)).rejects.toThrow(NoFreeConnectionError)
  expect(primary.log).toEqual([])
})

it('runs a read-only transaction on the replica, and on the primary from its start if a statement fails', async () => {
  const readTwice = (db: ReturnType<typeof openDatabases>['db']) =>
    db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => [await read.execute(trx), await sql`select again`.execute(trx)])
  const working = openDatabases()
  await readTwice(working.db)
  expect(working.replica.log).toEqual([
    'start transaction read only',
    'select name',
    'select again',
    'commit',
    'release',
  ])
  expect(working.primary.log).toEqual([])
  const failing = openDatabases((text) =>
    text === 'select again' ? Promise.reject(createDatabaseError('40001')) : Promise.resolve(),
  )
  await readTwice(failing.db)
  expect(failing.replica.log.at(-1)).toBe('close')
  expect(failing.primary.log).toEqual([
    'start transaction read only',
    'select name',
    'select again',
    'commit',
    'release',
  ])
})

it('runs a transaction that can write on the primary only', async () => {
  const { db, primary, replica } = openDatabases()
  await db.transaction().execute((trx) => read.execute(trx))
  expect(replica.log).toEqual(['release'])
  expect(primary.log).toEqual(['begin', 'select name', 'commit', 'release'])
})

it('throws the error of the primary if a statement fails on both servers', async () => {
  const replica = createPoolStub('replica', () => Promise.reject(createDatabaseError('40001')))
  const primary = createPoolStub('primary', () => Promise.reject(createDatabaseError('42703')))
  const db = createReplicaDatabase(replica.pool, primary.pool, vi.fn())
  await expect(read.execute(db)).rejects.toMatchObject({ code: '42703' })
  expect(primary.log).toEqual(['select name', 'release'])
})
