import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { createTestContext } from '../testing/area-app.ts'
import { insertAccount } from '../testing/builders.ts'
import { ApiError } from './api-error.ts'
import type { Ctx } from './context.ts'
import { runIdempotentRequest } from './idempotency.ts'
import { runInTransaction } from './run-in-transaction.ts'

const { call, db, tokenFor } = await createTestApi()
const staff = await insertAccount(db, { roles: ['internal'] })
const token = await tokenFor({ accountId: staff.account_id })

const handOff = (key: string, target = 'portal', as = token) =>
  call('POST', '/api/v1/auth/handoff', { token: as, body: { target }, headers: { 'Idempotency-Key': key } })
const links = async () =>
  Number((await sql<{ count: number }>`select count(*) from link_tokens`.execute(db)).rows[0]?.count)

describe('request with an Idempotency-Key', () => {
  test('is processed once when it is repeated, and returns the stored response with a replay header', async () => {
    const before = await links()
    const first = await handOff('repeat-0001')
    const again = await handOff('repeat-0001')
    expect(again.status).toBe(201)
    expect(await again.text()).toBe(await first.text())
    const replayed = [first, again].map(({ headers }) => headers.get('idempotent-replayed'))
    expect(replayed).toEqual([null, 'true'])
    expect(await links()).toBe(before + 1)
  })

  test('is processed once when it is sent twice simultaneously', async () => {
    const before = await links()
    const statuses = (await Promise.all([handOff('twice-00001'), handOff('twice-00001')])).map((one) => one.status)
    expect(statuses).toContain(201)
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
    expect(await links()).toBe(before + 1)
  })

  test('returns 422 when the key was already used for a different request', async () => {
    await handOff('other-00001')
    const response = await handOff('other-00001', 'profile')
    expect(response.status).toBe(422)
    expect((await response.json()).errors[0]).toMatchObject({ code: 'key_reused', field: 'Idempotency-Key' })
  })

  test('is not affected by requests that another caller sends with the same key', async () => {
    const other = await insertAccount(db, { roles: ['internal'] })
    const first = await (await handOff('mine-000001')).text()
    const theirs = await handOff('mine-000001', 'portal', await tokenFor({ accountId: other.account_id }))
    expect(theirs.status).toBe(201)
    expect(await theirs.text()).not.toBe(first)
  })

  test('stores its response encrypted because the response may contain a secret', async () => {
    const { payload } = await (await handOff('sealed-0001')).json()
    const rows = await db.selectFrom('idempotency_keys').select('response').where('key', '=', 'sealed-0001').execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(payload.token)
  })

  test.each([
    ['x'.repeat(255), 201],
    ['x'.repeat(256), 400],
    ['x'.repeat(7), 400],
    ['has a space', 400],
  ])('is accepted only if the key is valid according to the contract: %s', async (key, status) => {
    const response = await handOff(key)
    expect(response.status).toBe(status)
    if (status === 400) expect((await response.json()).errors[0]).toMatchObject({ field: 'Idempotency-Key' })
  })

  test('can be sent again with the same key after a rejection', async () => {
    expect((await handOff('again-00001', 'nowhere')).status).toBe(400)
    expect((await handOff('again-00001')).status).toBe(201)
  })
})

describe('request whose response could not be stored (SYS-3)', () => {
  const stored = { status: 201, body: '{}', contentType: 'application/json' }
  /** Changes data in a transaction: adds a row that `countChanges` counts. */
  const change = (ctx: Ctx) =>
    runInTransaction(ctx, ({ db }) =>
      sql`insert into idempotency_keys (key, actor, request_hash, operation)
          values (${`effect-${Math.random()}`}, 'effect', '', '')`.execute(db),
    )
  const countChanges = async () =>
    Number(
      (await sql<{ count: number }>`select count(*) from idempotency_keys where actor = 'effect'`.execute(db)).rows[0]
        ?.count,
    )
  const createContext = (idempotencyKey: string): Ctx => ({
    ...createTestContext(db, { kind: 'webhook', name: 'test' }),
    idempotencyKey,
  })
  const send = (key: string, run: (ctx: Ctx) => Promise<typeof stored>) =>
    runIdempotentRequest(createContext(key), 'savePolicyNote', 'the same request', run)
  const loseResponse = (key: string) =>
    sql`update idempotency_keys set status = null, response = null, locked_at = now() - interval '61 seconds'
        where key = ${key}`.execute(db)

  test('is not processed again', async () => {
    await handOff('lost-00001')
    const before = await links()
    await loseResponse('lost-00001')
    const again = await handOff('lost-00001')
    expect(again.status).toBe(409)
    expect((await again.json()).errors[0].code).toBe('response_lost')
    expect(await links()).toBe(before)
  })

  test('is not processed again after an unexpected error that follows the commit', async () => {
    const before = await countChanges()
    const run = async (ctx: Ctx) => {
      await change(ctx)
      throw new Error('unexpected')
    }
    await expect(send('after-00001', run)).rejects.toThrow('unexpected')
    await expect(send('after-00001', run)).rejects.toMatchObject({ code: 'in_progress' })
    await loseResponse('after-00001')
    await expect(send('after-00001', run)).rejects.toMatchObject({ code: 'response_lost' })
    expect(await countChanges()).toBe(before + 1)
  })

  test('is processed again if only a transaction without changes was committed', async () => {
    const run = (ctx: Ctx) => runInTransaction(ctx, ({ db }) => sql`select count(*) from link_tokens`.execute(db))
    const fail = async (ctx: Ctx) => {
      await run(ctx)
      throw new Error('unexpected')
    }
    await expect(send('reads-00001', fail)).rejects.toThrow('unexpected')
    expect(await send('reads-00001', async () => stored)).toEqual(stored)
  })

  test.each([
    ['an unexpected error before the commit', new Error('unexpected')],
    ['a rejection', new ApiError({ code: 'not_found', message: 'Not found.' })],
  ])('is processed again after %s', async (name, problem) => {
    const key = `free-${name.replaceAll(' ', '-')}`
    const fail = (ctx: Ctx) =>
      runInTransaction(ctx, async () => {
        throw problem
      })
    await expect(send(key, fail)).rejects.toBe(problem)
    expect(
      await send(key, async (ctx) => {
        await change(ctx)
        return stored
      }),
    ).toEqual(stored)
  })

  /** Makes statements that contain `text` fail while `isDown` returns true. */
  const failStatements = (text: string, isDown: () => boolean): KyselyPlugin => ({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes(text) && isDown()) throw new Error('Connection terminated unexpectedly')
      return node
    },
    transformResult: async ({ result }) => result,
  })

  test('returns its response although the database is down, and stores it later', async () => {
    let failures = 2
    const ctx = createContext('store-00001')
    const failing = { ...ctx, db: ctx.db.withPlugin(failStatements('set status =', () => failures-- > 0)) }
    const run = async (ctx: Ctx) => {
      await change(ctx)
      return stored
    }
    expect(await runIdempotentRequest(failing, 'savePolicyNote', 'the same request', run)).toEqual(stored)
    await expect
      .poll(() => send('store-00001', () => Promise.reject(new Error('must not run'))).catch(() => undefined), {
        timeout: 30_000,
      })
      .toEqual(stored)
  })

  test('reports that its response was lost if the database stops after the commit', async () => {
    const run = async (ctx: Ctx) => {
      await change(ctx)
      throw new Error('Connection terminated unexpectedly')
    }
    await expect(send('stops-00001', run)).rejects.toMatchObject({ code: 'response_lost' })
    await expect(send('stops-00002', () => Promise.reject(new Error('Connection terminated')))).rejects.toThrow(
      'Connection terminated',
    )
  })

  test('is processed again soon after the database was down', async () => {
    let failures = 2
    const failDeletes = failStatements('delete from', () => failures-- > 0)
    const run = () => Promise.reject(new Error('unexpected'))
    const ctx = createContext('down-000001')
    const failing = { ...ctx, db: ctx.db.withPlugin(failDeletes) }
    await expect(runIdempotentRequest(failing, 'savePolicyNote', 'the same request', run)).rejects.toThrow('unexpected')
    await expect(send('down-000001', async () => stored)).rejects.toMatchObject({ code: 'in_progress' })
    await expect
      .poll(() => send('down-000001', async () => stored).catch(() => undefined), { timeout: 30_000 })
      .toEqual(stored)
  })

  test('is rolled back if another request took its key over while it was running', async () => {
    const before = await countChanges()
    const slow = send('slow-000001', async (ctx) => {
      await loseResponse('slow-000001')
      await send('slow-000001', async (second) => {
        await change(second)
        return stored
      })
      await change(ctx)
      return stored
    })
    await expect(slow).rejects.toMatchObject({ code: 'in_progress' })
    expect(await countChanges()).toBe(before + 1)
    expect(await send('slow-000001', () => Promise.reject(new Error('must not run')))).toEqual(stored)
  })
})
