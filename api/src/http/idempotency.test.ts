import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount } from '../testing/builders.ts'

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
