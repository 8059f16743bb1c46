import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { batchSize } from '../db/delete-in-batches.ts'
import { deleteOldData } from '../jobs/delete-old-data.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { deleteOldEvents } from '../outbox/delete-old-events.ts'
import { numberEvents } from '../outbox/number-events.ts'
import { clearSettingsCache } from '../settings/settings.ts'
import { createTestApi } from '../testing/api.ts'
import { createTestContext } from '../testing/area-app.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { deleteOldDeliveries } from '../webhooks/delete-old-deliveries.ts'

const api = await createTestApi()
const { db, call } = api
const above = await insertAgency(db)
const below = await insertAgency(db, { parent: above.agency_id })
const stranger = await insertAgency(db)
const getPolicy = (agency: { agency_id: string; agency_no: string }) =>
  insertPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
const getToken = async (agency?: { agency_id: string }) => {
  const of = agency ? { agency_id: agency.agency_id } : { roles: ['internal'] as never }
  return api.tokenFor({ accountId: (await insertAccount(db, of)).account_id })
}
const staff = await getToken()

interface ReadEvent {
  id: string
  type: string
  data: { policyNo?: string }
}
async function read(token: string, after?: string, limit = 500) {
  const query = new URLSearchParams({ limit: String(limit), ...(after ? { after } : {}) })
  const response = await call('GET', `/api/v1/events?${query}`, { token })
  expect(response.status).toBe(200)
  return (await response.json()).payload as { events: ReadEvent[]; after: string; hasMore: boolean }
}
const toEnd = async (token: string) => (await read(token)).after
const publishReinstatement = (policyId: string) =>
  db.transaction().execute((trx) => appendEvent(trx, 'policy.reinstated', { policyId }, { lapse: null }, new Date()))

describe('GET /events', () => {
  it('returns each event once, oldest first, and the same cursor when there is no new event', async () => {
    const after = await toEnd(staff)
    const policy = await getPolicy(above)
    for (let count = 0; count < 5; count++) await publishReinstatement(policy.policy_id)
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

  it('returns no events and a cursor for the events that follow with start=newest', async () => {
    const policy = await getPolicy(above)
    await publishReinstatement(policy.policy_id)
    const response = await call('GET', '/api/v1/events?start=newest', { token: staff })
    const { payload } = await response.json()
    expect(payload).toEqual({ events: [], after: await toEnd(staff), hasMore: false })
    await publishReinstatement(policy.policy_id)
    expect((await read(staff, payload.after)).events).toHaveLength(1)
  })

  it('returns an event that started before other events but was committed after them', async () => {
    const policy = await getPolicy(above)
    const after = await toEnd(staff)
    const client = await api.database.pool.connect()
    try {
      await client.query('begin')
      // The event gets its number now but becomes visible only at the commit.
      await client.query(
        `insert into events (type, occurred_at, data) values ('policy.expired', now(), '{"policyNo":"RFL3000101"}')`,
      )
      await publishReinstatement(policy.policy_id)
      const seen = await read(staff, after)
      expect(seen.events.map(({ type }) => type)).toEqual(['policy.reinstated'])
      await client.query('commit')
      expect((await read(staff, seen.after)).events.map(({ type }) => type)).toEqual(['policy.expired'])
    } finally {
      client.release()
    }
  })

  it('returns every event once while many clients write and read concurrently', async () => {
    const policy = await getPolicy(above)
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
    await Promise.all(Array.from({ length: 60 }, () => publishReinstatement(policy.policy_id)))
    isOver = true
    const places = await readers
    // Reads the remaining events with one reader after the other. A reader that reads while events are being numbered
    // sees the newest events only in its next request.
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

  it('does not wait for a transaction that assigns event numbers', async () => {
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

  it('returns 400 for an invalid cursor', async () => {
    for (const after of ['nonsense', 'WyJhIl0', 'Wy0xXQ', 'WzEsMl0'])
      expect((await call('GET', `/api/v1/events?after=${after}`, { token: staff })).status, after).toBe(400)
  })
})

it("limits an agency's events to policies of the agency and its sub-agencies", async () => {
  const after = await toEnd(staff)
  const [own, sub, foreign] = [await getPolicy(above), await getPolicy(below), await getPolicy(stranger)]
  for (const policy of [own, sub, foreign]) await publishReinstatement(policy.policy_id)
  await db
    .transaction()
    .execute((trx) => appendEvent(trx, 'import.finished', {}, { jobId: own.policy_id, state: 'done' }, new Date()))
  const policies = async (token: string) => (await read(token, after)).events.map(({ data }) => data.policyNo)
  expect(await policies(await getToken(above))).toEqual([own.policy_no, sub.policy_no])
  expect(await policies(await getToken(below))).toEqual([sub.policy_no])
  expect(await policies(staff)).toEqual([own.policy_no, sub.policy_no, foreign.policy_no, undefined])
})

it('omits events of a transaction that is rolled back', async () => {
  const policy = await getPolicy(above)
  const after = await toEnd(staff)
  const undone = db.transaction().execute(async (trx) => {
    await appendEvent(trx, 'policy.reinstated', { policyId: policy.policy_id }, { lapse: null }, new Date())
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  expect((await read(staff, after)).events).toEqual([])
})

describe('data retention', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const deleteOld = (days = 90) => deleteOldEvents(db, daysAgo(days))
  const age = (ids: readonly string[], days: number) =>
    sql`update events set occurred_at = ${daysAgo(days)} where 'evt_' || replace(event_id::text, '-', '') = any(${ids}::text[])`.execute(
      db,
    )

  it('returns 410 for a cursor that is older than the retained events', async () => {
    const policy = await getPolicy(above)
    const quiet = await getToken(stranger)
    const start = await toEnd(staff)
    for (let count = 0; count < 4; count++) await publishReinstatement(policy.policy_id)
    const { events, after: end } = await read(staff, start)
    const second = (await read(staff, start, 2)).after
    expect((await read(quiet, start)).after).toBe(end)
    await age(
      events.slice(0, 2).map(({ id }) => id),
      91,
    )
    await sql`update events set occurred_at = ${daysAgo(91)} where position < (select min(position) from events
      where 'evt_' || replace(event_id::text, '-', '') = ${events[0]?.id})`.execute(db)
    expect(await deleteOld()).toBeGreaterThanOrEqual(2)
    const rejected = await call('GET', `/api/v1/events?after=${start}`, { token: staff })
    expect([rejected.status, (await rejected.json()).errors[0].code]).toEqual([410, 'events_expired'])
    // A client that has read exactly the deleted events has missed nothing.
    expect((await read(staff, second)).events.map(({ id }) => id)).toEqual(events.slice(2).map(({ id }) => id))
    const fromStart = await call('GET', '/api/v1/events', { token: staff })
    expect((await fromStart.json()).payload.events.map(({ id }: ReadEvent) => id)).toEqual(
      events.slice(2).map(({ id }) => id),
    )
    // A client that cannot see any event can also continue from the end.
    expect((await read(quiet, end)).events).toEqual([])
  })

  it('keeps the newest event and all events after a recent or undelivered event', async () => {
    const policy = await getPolicy(above)
    const start = await toEnd(staff)
    for (let count = 0; count < 4; count++) await publishReinstatement(policy.policy_id)
    const { events } = await read(staff, start)
    const { rows } = await sql<{ endpoint_id: string }>`
      insert into webhook_endpoints (name, url, types, secret_sealed, created_by, created_at)
      select 'Waits', 'https://hooks.example.com', '{}', 'sealed', account_id, now() from accounts limit 1 returning endpoint_id`.execute(
      db,
    )
    const deliver = (id: string | undefined, state: string) =>
      sql`insert into webhook_deliveries (endpoint_id, event_no, type, state, created_at)
        select ${rows[0]?.endpoint_id}, event_no, type, ${state}, ${daysAgo(100)} from events
        where 'evt_' || replace(event_id::text, '-', '') = ${id}`.execute(db)
    await deliver(events[0]?.id, 'delivered')
    await deliver(events[1]?.id, 'waiting')
    await sql`update events set occurred_at = ${daysAgo(100)}`.execute(db)
    await deleteOld()
    expect(
      (await call('GET', '/api/v1/events', { token: staff }).then((response) => response.json())).payload.events[0].id,
    ).toBe(events[1]?.id)
    // The cleanup deletes finished deliveries but keeps pending ones.
    await deliver(events[2]?.id, 'failed')
    expect(await deleteOldDeliveries(db, daysAgo(30))).toBe(1)
    await sql`delete from webhook_deliveries`.execute(db)
    await deleteOld()
    const { payload } = await (await call('GET', '/api/v1/events', { token: staff })).json()
    expect(payload.events.map(({ id }: ReadEvent) => id)).toEqual([events[3]?.id])
    // Event numbers continue, so a client at this cursor receives each later event exactly once.
    const end = payload.after
    await publishReinstatement(policy.policy_id)
    expect((await read(staff, end)).events).toHaveLength(1)
  })

  it('deletes expired sessions, links, codes and stored responses in batches', async () => {
    const [old, young] = [daysAgo(91), daysAgo(89)]
    const { account_id: account } = await insertAccount(db, { agency_id: above.agency_id })
    const session = (family: string, expires: Date) =>
      sql`insert into sessions (account_id, family_id, refresh_token_hash, expires_at)
        values (${account}, ${family}, ${randomUUID()}, ${expires})`.execute(db)
    const [over, onward] = [randomUUID(), randomUUID()]
    await session(over, old)
    await session(onward, old)
    await session(onward, young)
    await sql`insert into link_tokens (kind, account_id, expires_at, created_by_session_id)
      select 'handoff', ${account}, ${young}::timestamptz, session_id from sessions where family_id = ${over}`.execute(
      db,
    )
    for (const expires of [old, young]) {
      await sql`insert into link_tokens (kind, account_id, expires_at) values ('reset', ${account}, ${expires})`.execute(
        db,
      )
      await sql`insert into resources (kind, data, expires_at) values ('wizard', '{}', ${expires})`.execute(db)
      await sql`insert into login_attempts (email, network, attempts, total_attempts, first_attempt_at, last_attempt_at)
        values (${`${expires.getTime()}@example.com`}, 'all', 1, 1, ${expires}, ${expires})`.execute(db)
      await sql`insert into stripe_events (event_id, type, payload, processed_at)
        values (${`evt_${expires.getTime()}`}, 'charge.updated', '{}', ${expires})`.execute(db)
    }
    await sql`insert into stripe_events (event_id, type, payload, received_at) values ('evt_waits', 'charge.updated', '{}', ${old})`.execute(
      db,
    )
    // Inserts more rows than one batch deletes.
    await sql`insert into idempotency_keys (key, actor, request_hash, operation, expires_at)
      select 'old' || n, 'job', '', 'x', now() - interval '1 minute' from generate_series(1, ${batchSize + 1}) n`.execute(
      db,
    )
    await sql`insert into idempotency_keys (key, actor, request_hash, operation) values ('young', 'job', '', 'x')`.execute(
      db,
    )
    const job = createTestContext(db, { kind: 'job', name: 'forget_old' })
    await deleteOldData({ ...job, now: new Date() })
    const left = async (table: string) =>
      (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)).rows[0]?.count
    expect(
      (await sql<{ family_id: string }>`select family_id from sessions where account_id = ${account}`.execute(db)).rows,
    ).toEqual([{ family_id: onward }, { family_id: onward }])
    expect((await sql`select from link_tokens where account_id = ${account}`.execute(db)).rows).toHaveLength(1)
    expect([await left('resources'), await left('login_attempts'), await left('stripe_events')]).toEqual([1, 1, 2])
    expect((await sql`select key from idempotency_keys where actor = 'job'`.execute(db)).rows).toEqual([
      { key: 'young' },
    ])
    // Simulates a superuser who shortens the retention time. Newer rows are then also deleted.
    await sql`insert into settings (key, value) values ('retention.endedDays', '30')`.execute(db)
    clearSettingsCache(db)
    await deleteOldData({ ...job, now: new Date() })
    expect([await left('resources'), await left('login_attempts'), await left('stripe_events')]).toEqual([0, 0, 1])
  })
})
