import { describe, expect, it } from 'vitest'
import { announce } from '../outbox/announce.ts'
import { numberEvents } from '../outbox/number-events.ts'
import { aTestApi } from '../testing/api.ts'
import { anAccount, anAgency, aPolicy } from '../testing/builders.ts'

const api = await aTestApi()
const { db, call } = api
const above = await anAgency(db)
const below = await anAgency(db, { parent: above.agency_id })
const stranger = await anAgency(db)
const policyOf = (agency: { agency_id: string; agency_no: string }) =>
  aPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
const tokenOf = async (agency?: { agency_id: string }) => {
  const of = agency ? { agency_id: agency.agency_id } : { roles: ['internal'] as never }
  return api.tokenFor({ accountId: (await anAccount(db, of)).account_id })
}
const staff = await tokenOf()

interface Told {
  id: string
  type: string
  data: { policyNo?: string }
}
async function read(token: string, after?: string, limit = 500) {
  const query = new URLSearchParams({ limit: String(limit), ...(after ? { after } : {}) })
  const answer = await call('GET', `/api/v1/events?${query}`, { token })
  expect(answer.status).toBe(200)
  return (await answer.json()).payload as { events: Told[]; after: string; hasMore: boolean }
}
const toEnd = async (token: string) => (await read(token)).after
const tell = (policyId: string) =>
  db.transaction().execute((trx) => announce(trx, 'policy.reinstated', { policyId }, {}, new Date()))

describe('what happened is read on from a place', () => {
  it('in pages, oldest first, each event once; the place stays good when nothing is new', async () => {
    const after = await toEnd(staff)
    const policy = await policyOf(above)
    for (let count = 0; count < 5; count++) await tell(policy.policy_id)
    const first = await read(staff, after, 2)
    const second = await read(staff, first.after, 2)
    const third = await read(staff, second.after, 2)
    expect([first, second, third].map(({ hasMore, events }) => [events.length, hasMore])).toEqual([
      [2, true],
      [2, true],
      [1, false],
    ])
    const ids = [first, second, third].flatMap(({ events }) => events.map(({ id }) => id))
    expect(new Set(ids).size).toBe(5)
    expect(await read(staff, third.after)).toEqual({ events: [], after: third.after, hasMore: false })
  })

  it('and skips nothing that was begun earlier and commits later', async () => {
    const policy = await policyOf(above)
    const after = await toEnd(staff)
    const client = await api.database.pool.connect()
    try {
      await client.query('begin')
      // It draws its number now and is seen by nobody yet.
      await client.query(
        `insert into events (type, occurred_at, data) values ('policy.expired', now(), '{"policyNo":"RFL3000101"}')`,
      )
      await tell(policy.policy_id)
      const seen = await read(staff, after)
      expect(seen.events.map(({ type }) => type)).toEqual(['policy.reinstated'])
      await client.query('commit')
      expect((await read(staff, seen.after)).events.map(({ type }) => type)).toEqual(['policy.expired'])
    } finally {
      client.release()
    }
  })

  it('nor anything when many write and many read at once', async () => {
    const policy = await policyOf(above)
    const after = await toEnd(staff)
    let isOver = false
    const ids: string[][] = [[], []]
    const readOn = async (mine: string[], place: string) => {
      const { events, after: next } = await read(staff, place, 7)
      mine.push(...events.map(({ id }) => id))
      return { next, wasLast: events.length === 0 }
    }
    const follow = async (mine: string[]) => {
      let place = after
      while (!isOver) place = (await readOn(mine, place)).next
      return place
    }
    const readers = Promise.all(ids.map(follow))
    await Promise.all(Array.from({ length: 60 }, () => tell(policy.policy_id)))
    isOver = true
    const places = await readers
    // One after the other: who reads while another gives places sees the newest at its next reading.
    for (const [reader, mine] of ids.entries()) {
      for (let place = places[reader] ?? after, isEnd = false; !isEnd; ) {
        const { next, wasLast } = await readOn(mine, place)
        place = next
        isEnd = wasLast
      }
      expect(mine).toHaveLength(60)
      expect(new Set(mine).size).toBe(60)
    }
  })

  it('by whoever comes while another gives places: nobody waits', async () => {
    const client = await api.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`select pg_advisory_xact_lock(hashtext('order of events'))`)
      expect(await numberEvents(db)).toBe(0)
      expect((await call('GET', '/api/v1/events', { token: staff })).status).toBe(200)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('and no other place is taken', async () => {
    for (const after of ['nonsense', 'WyJhIl0', 'Wy0xXQ', 'WzEsMl0'])
      expect((await call('GET', `/api/v1/events?after=${after}`, { token: staff })).status, after).toBe(400)
  })
})

it('agencies read what is theirs and of those below them, and nothing of the house', async () => {
  const after = await toEnd(staff)
  const [own, sub, foreign] = [await policyOf(above), await policyOf(below), await policyOf(stranger)]
  for (const policy of [own, sub, foreign]) await tell(policy.policy_id)
  await db
    .transaction()
    .execute((trx) => announce(trx, 'import.finished', {}, { importJobId: own.policy_id, state: 'done' }, new Date()))
  const policies = async (token: string) => (await read(token, after)).events.map(({ data }) => data.policyNo)
  expect(await policies(await tokenOf(above))).toEqual([own.policy_no, sub.policy_no])
  expect(await policies(await tokenOf(below))).toEqual([sub.policy_no])
  expect(await policies(staff)).toEqual([own.policy_no, sub.policy_no, foreign.policy_no, undefined])
})

it('what is taken back is never told', async () => {
  const policy = await policyOf(above)
  const after = await toEnd(staff)
  const undone = db.transaction().execute(async (trx) => {
    await announce(trx, 'policy.reinstated', { policyId: policy.policy_id }, {}, new Date())
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  expect((await read(staff, after)).events).toEqual([])
})
