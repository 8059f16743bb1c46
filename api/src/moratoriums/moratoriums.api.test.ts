import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { getCounties } from '../demo-book/places.ts'
import { createTestApi } from '../testing/api.ts'
import { createStaffActor, createTestContext, defaultTestTime } from '../testing/area-app.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { assertNotRestricted } from './assert-not-restricted.ts'
import { getLastRestrictedDate } from './find-restriction.ts'

const api = await createTestApi()
const { db } = api
await db.insertInto('counties').values(getCounties()).execute()
const { agency_id } = await insertAgency(db)
const agent = await api.tokenFor({ accountId: (await insertAccount(db, { agency_id })).account_id })
const superuser = await api.tokenFor({
  accountId: (await insertAccount(db, { roles: ['internal', 'superuser'] })).account_id,
})
const internal = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
const storm = (more: object = {}) => ({
  name: 'Demo Storm',
  kind: 'bind',
  peril: 'hurricane',
  reason: 'Hurricane watch',
  startDate: days(-3),
  stopDate: null,
  products: [1, 2],
  actions: ['newBusiness', 'higherLimits', 'rewrite'],
  locations: [{ countyFips: '12057' }, { countyFips: '12103', startDate: days(-2) }],
  ...more,
})
const post = (body: object, token = superuser) => api.call('POST', '/api/v1/moratoriums', { token, body })
const started = async (more: object = {}) => (await (await post(storm(more))).json()).payload

describe('moratoriums', () => {
  it('apply the moratorium start date to counties without a start date [P154] [P338] [P339] [P341]', async () => {
    const event = await started()
    expect(event).toMatchObject({ name: 'Demo Storm', startDate: days(-3), stopDate: null, products: [1, 2] })
    expect(event.locations).toEqual([
      { countyFips: '12057', county: 'Hillsborough', state: 'FL', startDate: days(-3), stopDate: null },
      { countyFips: '12103', county: 'Pinellas', state: 'FL', startDate: days(-2), stopDate: null },
    ])
    const read = async (path: string, token: string) => (await (await api.call('GET', path, { token })).json()).payload
    expect((await read('/api/v1/moratoriums/events?take=1000', superuser)).items).toContainEqual(event)
    expect(await read('/api/v1/moratoriums/events/active', agent)).toContainEqual(event)
  })

  it('are validated but not created in a dry run', async () => {
    const tryIt = (body: object) =>
      api.call('POST', '/api/v1/moratoriums', { token: superuser, body, headers: { 'Dry-Run': 'true' } })
    const tried = await tryIt(storm({ name: 'Only Tried' }))
    expect((await tried.json()).payload).toMatchObject({ name: 'Only Tried' })
    expect((await tryIt(storm({ startDate: 'soon' }))).status).toBe(400)
    const { count } = await db
      .selectFrom('moratorium_events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('name', '=', 'Only Tried')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(0)
  })

  it('end in all counties when stopped, and cannot be changed afterward (409) [D200] [D345]', async () => {
    const event = await started()
    const response = await post({ ...event, stopDate: `${days(-1)}T00:00:00Z` })
    const { payload } = await response.json()
    expect(payload.stopDate).toBe(days(-1))
    expect(payload.locations.map(({ stopDate }: { stopDate: string }) => stopDate)).toEqual([days(-1), days(-1)])
    const active = (await (await api.call('GET', '/api/v1/moratoriums/events/active', { token: agent })).json()).payload
    expect(active.map(({ id }: { id: string }) => id)).not.toContain(event.id)
    const put = await api.call('PUT', '/api/v1/moratoriums', { token: superuser, body: { ...event, name: 'Other' } })
    expect(put.status).toBe(409)
  })

  it.each([
    ['today', { stopDate: days(0) }, 'Stop date: the stop date must be yesterday or earlier.'],
    ['before the start date', { stopDate: days(-4) }, 'Stop date: the moratorium cannot end before it starts.'],
  ])('are rejected if the stop date is %s [D269] [P237]', async (_, more, message) => {
    const event = await started()
    const response = await post({ ...event, ...more })
    expect(response.status).toBe(422)
    expect((await response.json()).message).toBe(message)
  })

  it.each([
    ['a county that does not exist', { locations: [{ countyFips: '12999' }] }, /there is no county 12999/],
    ['a duplicate county', { locations: [{ countyFips: '12057' }, { countyFips: '12057' }] }, /twice/],
    [
      'an action that the moratorium kind does not restrict',
      { kind: 'regulatory' },
      /regulatory event does not stop newBusiness/,
    ],
  ])('are rejected with %s', async (_, more, rule) => {
    const response = await post(storm(more))
    expect(response.status).toBe(422)
    expect((await response.json()).message).toMatch(rule)
  })

  it('can be changed only by superusers while in effect [P342] [P048]', async () => {
    const event = await started()
    const put = (token: string) =>
      api.call('PUT', '/api/v1/moratoriums', { token, body: { ...event, locations: [{ countyFips: '12057' }] } })
    expect((await put(internal)).status).toBe(403)
    expect((await (await put(superuser)).json()).payload.locations).toHaveLength(1)
    expect((await post(storm(), agent)).status).toBe(403)
  })

  it('are listed with all counties, or with the counties of one state [P340]', async () => {
    const counties = async (query = '') =>
      (await (await api.call('GET', `/api/v1/moratoriums/counties${query}`, { token: agent })).json()).payload
    expect((await counties()).length).toBeGreaterThan(3_000)
    expect(await counties('?state=FL')).toHaveLength(67)
  })

  it('can be filtered by county and status in the back office', async () => {
    const event = await started({ name: 'Only Here', locations: [{ countyFips: '48167' }] })
    const query = new URLSearchParams({ filter: JSON.stringify({ countyFips: '48167', isActive: true }) })
    const response = await api.call('GET', `/api/admin/moratoriums?${query}`, { token: superuser })
    expect(await response.json()).toEqual([event])
    expect(response.headers.get('content-range')).toBe('moratoriums 0-0/1')
  })
})

describe('assertNotRestricted', () => {
  const at = async (
    countyFips: string,
    actions: Parameters<typeof assertNotRestricted>[2],
    productId = 1,
    day = days(0),
  ) => {
    const { policy_id: policyId } = await insertPolicy(db)
    return assertNotRestricted(
      createTestContext(db, createStaffActor()),
      { policyId, productId, countyFips },
      actions,
      day,
    )
  }

  it('throws an error that names the matching moratorium, and logs the rejection', async () => {
    const event = await started({ name: 'Demo Storm Lee', locations: [{ countyFips: '12071' }] })
    await expect(at('12071', ['rewrite'])).rejects.toThrow('Rewriting is stopped in Lee County by "Demo Storm Lee".')
    const kept = await db
      .selectFrom('moratorium_rejections')
      .select('action')
      .where('moratorium_event_id', '=', event.id)
      .execute()
    expect(kept).toEqual([{ action: 'rewrite' }])
    await expect(at('12071', ['reinstatement'])).resolves.toBeUndefined()
    await expect(at('12071', ['rewrite'], 6)).resolves.toBeUndefined()
    await expect(at('12071', ['rewrite'], 1, days(-4))).resolves.toBeUndefined()
    await expect(at('12073', ['rewrite'])).resolves.toBeUndefined()
    await post({ ...event, stopDate: days(-1) })
    await expect(at('12071', ['rewrite'])).resolves.toBeUndefined()
  })
})

describe('county with its own moratorium dates', () => {
  const isStopped = async (countyFips: string, day: string) => {
    const { policy_id: policyId } = await insertPolicy(db)
    const property = { policyId, productId: 1, countyFips }
    return assertNotRestricted(createTestContext(db, createStaffActor()), property, ['rewrite'], day).then(
      () => false,
      () => true,
    )
  }

  it('is restricted from the later of the county and moratorium start dates [P339]', async () => {
    await started({
      startDate: days(-5),
      locations: [{ countyFips: '12011', startDate: days(-2) }, { countyFips: '12099' }],
    })
    expect(await isStopped('12011', days(-3))).toBe(false)
    expect(await isStopped('12011', days(-2))).toBe(true)
    expect(await isStopped('12099', days(-6))).toBe(false)
    expect(await isStopped('12099', days(-5))).toBe(true)
    const lastIn = (countyFips: string) =>
      getLastRestrictedDate(db, { productId: 1, countyFips, actions: ['rewrite'], from: days(-6), until: days(-3) })
    expect([await lastIn('12011'), await lastIn('12099')]).toEqual([undefined, days(-3)])
  })

  it('is restricted through the county stop date if the moratorium ends later', async () => {
    const event = await started({ startDate: days(-9), locations: [{ countyFips: '12111' }, { countyFips: '12085' }] })
    await db
      .updateTable('moratorium_locations')
      .set({ stop_date: days(-5) })
      .where('moratorium_event_id', '=', event.id)
      .where('county_fips', '=', '12111')
      .execute()
    expect(await isStopped('12111', days(-5))).toBe(true)
    expect(await isStopped('12111', days(-4))).toBe(false)
    expect(await isStopped('12085', days(-4))).toBe(true)
    const lastIn = (countyFips: string, from: number) =>
      getLastRestrictedDate(db, { productId: 1, countyFips, actions: ['rewrite'], from: days(from), until: days(-1) })
    expect([await lastIn('12111', -6), await lastIn('12111', -4)]).toEqual([days(-5), undefined])
    expect(await lastIn('12085', -4)).toBe(days(-1))
  })
})

describe('moratoriums with a planned end or withdrawal [MOR-5]', () => {
  const withdraw = (id: string, token = superuser, headers = {}) =>
    api.call('POST', `/api/v1/moratoriums/${id}/withdraw`, { token, headers })
  const isRestricted = async (countyFips: string, day = today) => {
    const query = new URLSearchParams({ countyFips, product: '1', action: 'newBusiness', day })
    const response = await api.call('GET', `/api/v1/moratoriums/check?${query}`, { token: agent })
    return (await response.json()).payload.isStopped
  }
  const readStates = async (id: string, countyFips: string) => {
    const read = async (path: string) => (await api.call('GET', path, { token: superuser })).json()
    const admin = async (isActive: boolean) =>
      read(`/api/admin/moratoriums?${new URLSearchParams({ filter: JSON.stringify({ id, isActive }) })}`)
    const active: { id: string }[] = (await read('/api/v1/moratoriums/events/active')).payload
    return {
      status: (await read(`/api/admin/moratoriums/${id}`)).status,
      isListedAsActive: active.some((event) => event.id === id),
      activeRows: (await admin(true)).length,
      inactiveRows: (await admin(false)).length,
      isRestricted: await isRestricted(countyFips),
    }
  }
  const active = { status: 'active', isListedAsActive: true, activeRows: 1, inactiveRows: 0, isRestricted: true }
  const inactive = { isListedAsActive: false, activeRows: 0, inactiveRows: 1, isRestricted: false }
  const today = days(0)
  /** Counties in Florida that are used only by this test. */
  const counties = [
    '12001',
    '12003',
    '12005',
    '12007',
    '12009',
    '12041',
    '12013',
    '12019',
    '12021',
    '12023',
    '12027',
    '12029',
    '12031',
    '12033',
    '12035',
    '12037',
    '12039',
  ]
  const startIn = async (more: object = {}) => {
    const countyFips = counties.shift() ?? ''
    const event = await started({ locations: [{ countyFips }], ...more })
    return { event, countyFips }
  }

  it.each([
    ['has no end', {}, active],
    ['has a planned end in the future', { plannedStopDate: days(10) }, active],
    ['is on its planned end date', { plannedStopDate: days(0) }, active],
    ['is past its planned end', { plannedStopDate: days(-2) }, { status: 'ended', ...inactive }],
    ['was stopped', { stopDate: days(-2) }, { status: 'stopped', ...inactive }],
    [
      'was stopped before its planned end',
      { stopDate: days(-2), plannedStopDate: days(10) },
      { status: 'stopped', ...inactive },
    ],
  ])('have the correct status and restrictions if the moratorium %s', async (_, more, expected) => {
    const { event, countyFips } = await startIn()
    const saved = await post({ ...event, ...more })
    expect((await saved.json()).payload).toMatchObject({ stopDate: null, ...more })
    expect(await readStates(event.id, countyFips)).toEqual(expected)
  })

  it('restrict transactions through the planned end, but not on the next day', async () => {
    const { countyFips } = await startIn({ plannedStopDate: days(5) })
    expect(await isRestricted(countyFips, days(5))).toBe(true)
    expect(await isRestricted(countyFips, days(6))).toBe(false)
  })

  it('restrict transactions again if a past planned end is moved to the future', async () => {
    const { event, countyFips } = await startIn({ plannedStopDate: days(-2) })
    await post({ ...event, plannedStopDate: days(3) })
    expect(await readStates(event.id, countyFips)).toEqual(active)
  })

  it('lift restrictions immediately if withdrawn on the start date, and keep the rejection log', async () => {
    const { event, countyFips } = await startIn({ startDate: today, plannedStopDate: days(10) })
    const { policy_id: policyId } = await insertPolicy(db)
    const bind = () =>
      assertNotRestricted(
        createTestContext(db, createStaffActor()),
        { policyId, productId: 1, countyFips },
        ['newBusiness'],
        today,
      )
    await expect(bind()).rejects.toThrow('New business is stopped')
    const response = await withdraw(event.id)
    expect(response.status).toBe(200)
    expect((await response.json()).payload).toMatchObject({
      ...{ id: event.id, status: 'withdrawn', stopDate: null, plannedStopDate: days(10) },
      withdrawnAt: expect.stringMatching(/^\d{4}-/),
    })
    await expect(bind()).resolves.toBeUndefined()
    expect(await readStates(event.id, countyFips)).toEqual({ status: 'withdrawn', ...inactive })
    const log = await api.call('GET', `/api/v1/moratoriums/${event.id}/rejections`, { token: superuser })
    expect((await log.json()).payload.items).toHaveLength(1)
    const audit = await db.selectFrom('audit_log').select('action').where('entity_id', '=', event.id).execute()
    expect(audit.map(({ action }) => action)).toContain('moratorium.withdraw')
  })

  it('can be withdrawn before they start', async () => {
    const { event } = await startIn({ startDate: days(3) })
    expect((await withdraw(event.id)).status).toBe(200)
  })

  it('cannot be withdrawn if already stopped or withdrawn (409)', async () => {
    const { event } = await startIn()
    expect((await withdraw(event.id)).status).toBe(200)
    const again = await withdraw(event.id)
    expect([again.status, (await again.json()).errors[0].code]).toEqual([409, 'already_withdrawn'])
    for (const more of [{ name: 'Other' }, { stopDate: days(-1) }]) {
      const response = await post({ ...event, ...more })
      expect([response.status, (await response.json()).errors[0].code]).toEqual([409, 'already_withdrawn'])
    }
    const { event: stopped } = await startIn({ stopDate: days(-1) })
    const response = await withdraw(stopped.id)
    expect([response.status, (await response.json()).errors[0].code]).toEqual([409, 'already_stopped'])
  })

  it('are not withdrawn in a dry run or without the superuser role', async () => {
    const { event } = await startIn()
    expect((await withdraw(event.id, superuser, { 'Dry-Run': 'true' })).status).toBe(200)
    for (const token of [agent, internal]) expect((await withdraw(event.id, token)).status).toBe(403)
    expect((await withdraw('00000000-0000-4000-8000-00000000dead')).status).toBe(404)
    const read = await api.call('GET', `/api/admin/moratoriums/${event.id}`, { token: superuser })
    expect(await read.json()).toMatchObject({ status: 'active', withdrawnAt: null })
  })

  it.each([
    ['before the start', { plannedStopDate: days(-4) }, 422, 'stop_before_start'],
    ['on a day that does not exist', { plannedStopDate: '2026-02-30' }, 400, 'invalid_value'],
  ])('are rejected with a planned end %s', async (_, more, status, code) => {
    const response = await post(storm(more))
    expect([response.status, (await response.json()).errors[0].code]).toEqual([status, code])
  })

  it('restrict transactions through the day before withdrawal', async () => {
    const { event, countyFips } = await startIn()
    const restriction = {
      productId: 1,
      countyFips,
      actions: ['newBusiness'] as const,
      from: days(-10),
      until: days(10),
    }
    expect(await getLastRestrictedDate(db, restriction)).toBe(days(10))
    await withdraw(event.id)
    const { rows } = await sql<{
      day: string
    }>`select ((withdrawn_at at time zone 'America/New_York')::date - 1)::text as day
      from moratorium_events where moratorium_event_id = ${event.id}`.execute(db)
    expect(await getLastRestrictedDate(db, restriction)).toBe(rows[0]?.day)
    const { event: brief, countyFips: county } = await startIn({ startDate: today })
    await withdraw(brief.id)
    expect(await getLastRestrictedDate(db, { ...restriction, countyFips: county })).toBeUndefined()
  })
})

describe('GET /moratoriums/{id}/rejections', () => {
  const listed = async (id: string, query = '', token = superuser) => {
    const response = await api.call('GET', `/api/v1/moratoriums/${id}/rejections${query}`, { token })
    return { status: response.status, ...(await response.json()) }
  }

  it('returns pages of rejected transactions, newest first, with user, policy, county and time', async () => {
    const event = await started({ name: 'Demo Storm Citrus', locations: [{ countyFips: '12017' }] })
    const { policy_id: policyId, policy_no: policyNo } = await insertPolicy(db)
    const assertAllowed = (action: 'rewrite' | 'newBusiness', policyId: string | null) =>
      assertNotRestricted(
        createTestContext(db, createStaffActor()),
        { policyId, productId: 1, countyFips: '12017' },
        [action],
        days(0),
      )
    await expect(assertAllowed('rewrite', policyId)).rejects.toThrow('Demo Storm Citrus')
    await expect(assertAllowed('newBusiness', null)).rejects.toThrow('Demo Storm Citrus')
    const { payload } = await listed(event.id)
    const place = { countyFips: '12017', county: 'Citrus', state: 'FL', requestedBy: 'Sam Staff' }
    const expected = [
      { ...place, action: 'newBusiness', policyNo: null, insuredName: null },
      { ...place, action: 'rewrite', policyNo, rejectedAt: defaultTestTime.toISOString() },
    ]
    expect(
      payload.items.toSorted((a: { action: string }, b: { action: string }) => (a.action < b.action ? -1 : 1)),
    ).toMatchObject(expected)
    expect(payload).toMatchObject({ resultCount: 2, nextCursor: null })
    const first = (await listed(event.id, '?take=1')).payload
    const second = (await listed(event.id, `?take=1&cursor=${first.nextCursor}`)).payload
    expect([...first.items, ...second.items]).toEqual(payload.items)
    expect((await listed(event.id, '?action=rewrite')).payload.items).toMatchObject([expected[1]])
  })

  it('returns 403 without the superuser role, and 400 or 404 for an invalid ID', async () => {
    const event = await started()
    expect((await listed(event.id)).payload.items).toEqual([])
    for (const token of [agent, internal]) expect((await listed(event.id, '', token)).status).toBe(403)
    for (const id of ['00000000-0000-4000-8000-00000000dead', '%00'])
      expect([400, 404]).toContain((await listed(id)).status)
  })
})

describe('GET /moratoriums/check', () => {
  const check = async (query: object, token = agent) => {
    const response = await api.call('GET', `/api/v1/moratoriums/check?${new URLSearchParams({ ...query })}`, { token })
    return { status: response.status, ...(await response.json()) }
  }
  const baseQuery = { product: '1', action: 'newBusiness' }

  it('returns the moratorium and county of a restriction without logging a rejection', async () => {
    const event = await started({ name: 'Demo Storm Polk', locations: [{ countyFips: '12105' }] })
    expect((await check({ ...baseQuery, countyFips: '12105' })).payload).toEqual({
      isStopped: true,
      sentence: 'New business is stopped in Polk County by "Demo Storm Polk".',
      event: { id: event.id, name: 'Demo Storm Polk' },
      ...{ countyFips: '12105', county: 'Polk', state: 'FL' },
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    const free = { isStopped: false, sentence: null, event: null }
    for (const other of [
      { countyFips: '12107' },
      { countyFips: '12105', product: '6' },
      { countyFips: '12105', action: 'reinstatement' },
      { countyFips: '12105', day: days(-4) },
    ])
      expect((await check({ ...baseQuery, ...other })).payload).toMatchObject(free)
    const kept = await db
      .selectFrom('moratorium_rejections')
      .where('moratorium_event_id', '=', event.id)
      .select('action')
      .execute()
    expect(kept).toEqual([])
  })

  it('returns 404 for an address without a policy that the caller can see', async () => {
    await started({ name: 'Demo Storm Pasco', locations: [{ countyFips: '12101' }] })
    const place = {
      addr1: '1 Demo St',
      city: 'Hudson',
      state: 'FL',
      zip: '34667',
      county: 'Pasco',
      county_fips: '12101',
    }
    const [own, foreign] = ['00000000-0000-4000-8000-0000000a0001', '00000000-0000-4000-8000-0000000a0002']
    await db
      .insertInto('addresses')
      .values([own, foreign].map((address_id) => ({ address_id, ...place })))
      .execute()
    await insertPolicy(db, { columns: { agency_id, address_id: own } })
    await insertPolicy(db, { columns: { address_id: foreign } })
    expect((await check({ ...baseQuery, addressID: own })).payload.event.name).toBe('Demo Storm Pasco')
    expect((await check({ ...baseQuery, addressID: foreign })).status).toBe(404)
    expect((await check({ ...baseQuery, addressID: foreign }, internal)).payload.isStopped).toBe(true)
    expect((await check({ ...baseQuery, countyFips: '12999' })).status).toBe(404)
  })

  it.each([
    ['neither county nor address', {}],
    ['a date that does not exist', { countyFips: '12101', day: '2026-02-30' }],
    ['an unknown action', { countyFips: '12101', action: 'toString' }],
  ])('returns 400 for %s', async (_, query) => {
    expect((await check({ ...baseQuery, ...query })).status).toBe(400)
  })
})

describe('POST /moratoriums/preview', () => {
  const draft = { kind: 'bind', products: [1], actions: ['newBusiness', 'higherLimits', 'reinstatement'] }
  const preview = async (body: object, token = superuser) => {
    const response = await api.call('POST', '/api/v1/moratoriums/preview', { token, body: { ...draft, ...body } })
    return { status: response.status, ...(await response.json()) }
  }
  const monthsAgo = new Date(Date.now() - 90 * 86_400_000)
  const there = (county_fips: string, more: object = {}, product = 1) =>
    insertPolicy(db, { product, columns: { county_fips, inception_date: days(-60), bound_at: monthsAgo, ...more } })

  it('returns pages of affected policies by action without saving anything', async () => {
    const before = await db.selectFrom('moratorium_events').select('moratorium_event_id').execute()
    const plain = await there('22071')
    const quoted = await there('22071')
    await db.insertInto('quotes').values({ quote_number: 'Q-DRY-1', policy_id: quoted.policy_id }).execute()
    const cancelled = await there('22071', { cancelled_at: new Date(), cancel_reason_code: '12' })
    const recent = await there('22051', { bound_at: new Date() })
    await there('22071', {}, 4)
    await there('22071', { expiration_date: days(-1) })
    await there('22073')
    const counties = { locations: [{ countyFips: '22071' }, { countyFips: '22051' }] }
    const { payload } = await preview(counties)
    expect(payload.counts).toEqual([
      { action: 'newBusiness', policies: 1, inProgress: 0 },
      { action: 'higherLimits', policies: 3, inProgress: 1 },
      { action: 'reinstatement', policies: 1, inProgress: 0 },
    ])
    const caught = (page: { items: { policyNo: string; actions: string[]; inProgress: string[] }[] }) =>
      page.items.map(({ policyNo, actions, inProgress }) => [policyNo, actions, inProgress])
    expect(caught(payload)).toEqual([
      [recent.policy_no, ['newBusiness', 'higherLimits'], []],
      ...[
        [plain.policy_no, ['higherLimits'], []],
        [quoted.policy_no, ['higherLimits'], ['higherLimits']],
        [cancelled.policy_no, ['reinstatement'], []],
      ].toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    ])
    expect(payload.items[0]).toMatchObject({ county: 'Jefferson', state: recent.state, status: 'Active', productId: 1 })
    const first = (await preview({ ...counties, take: 1 })).payload
    const second = (await preview({ ...counties, take: 3, cursor: first.nextCursor })).payload
    expect([...caught(first), ...caught(second)]).toEqual(caught(payload))
    expect(second.nextCursor).toBeNull()
    expect(caught((await preview({ ...counties, action: 'reinstatement' })).payload)).toHaveLength(1)
    expect(caught((await preview({ ...counties, isInProgress: true })).payload)).toHaveLength(1)
    expect((await preview({ ...counties, action: 'rewrite' })).payload.items).toEqual([])
    expect(await db.selectFrom('moratorium_events').select('moratorium_event_id').execute()).toHaveLength(before.length)
  })

  it('counts a pending cancellation as affected unless the insured requested it in writing', async () => {
    const pending = { pending_cancel_at: new Date(), cancel_effective_date: days(30) }
    await there('22087', { ...pending, cancel_reason_code: '05' })
    const { policy_id } = await there('22087', { ...pending, cancel_reason_code: '33' })
    await db
      .insertInto('policy_docs')
      .values({ policy_id, doc_type_id: 8, doc_name: 'Letter', created_at: pending.pending_cancel_at })
      .execute()
    await there('22087')
    const { payload } = await preview({
      ...{ kind: 'regulatory', actions: ['cancellation', 'nonRenewal'] },
      locations: [{ countyFips: '22087' }],
    })
    expect(payload.counts).toEqual([
      { action: 'cancellation', policies: 2, inProgress: 1 },
      { action: 'nonRenewal', policies: 0, inProgress: 0 },
    ])
  })

  it('returns 403 without the superuser role, and 422 for an action that cannot be restricted', async () => {
    const locations = [{ countyFips: '22071' }]
    for (const token of [agent, internal]) expect((await preview({ locations }, token)).status).toBe(403)
    const wrong = await preview({ locations, kind: 'regulatory' })
    expect([wrong.status, wrong.message]).toEqual([
      422,
      'Restricted transactions: a regulatory event does not stop newBusiness.',
    ])
  })
})
