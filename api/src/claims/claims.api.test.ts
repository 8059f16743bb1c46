import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { formatUsDate } from '../calendar/format-date.ts'
import { addTransaction, unchangedTerm } from '../policy/post-transaction.ts'
import { createTestApi, type TestResponse } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { createSamplePng } from '../testing/png.ts'

const api = await createTestApi()
const { db } = api
const [agency, otherAgency] = [await insertAgency(db), await insertAgency(db)]
const getAgent = async (agencyId: string) =>
  api.tokenFor({ accountId: (await insertAccount(db, { agency_id: agencyId })).account_id })
const agent = await getAgent(agency.agency_id)
const stranger = await getAgent(otherAgency.agency_id)
const staff = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
const term = { inception_date: days(-100), effective_date: days(-100), expiration_date: days(265) }
const aRunningPolicy = (product = 1) =>
  insertPolicy(db, { product, columns: { agency_id: agency.agency_id, agency_no: agency.agency_no, ...term } })

const loss = (policyNo: string, more: object = {}) => ({
  policyNo,
  noticeDate: days(-8),
  dateOfLoss: days(-10),
  causeOfLoss: 'stormSurge',
  description: 'Water on the ground floor.',
  ...more,
})
const create = async (token: string, body: object) => api.call('POST', '/api/v1/claims', { token, body })
const aClaim = async () => {
  const { policy_no } = await aRunningPolicy()
  return (await (await create(agent, loss(policy_no))).json()).payload
}
const getMessage = async (response: TestResponse): Promise<string> => (await response.json()).message

describe('claim reporting', () => {
  it('assigns a claim number and returns the claim to users who can see the policy [P343] [P346] [D328]', async () => {
    const { policy_no } = await aRunningPolicy()
    const response = await create(agent, loss(policy_no))
    expect(response.status).toBe(201)
    const { payload } = await response.json()
    expect(payload).toMatchObject({ policyNo: policy_no, status: 'Open', causeOfLoss: 'stormSurge', reserve: 0 })
    expect(payload.claimNumber).toMatch(/^CLM-\d{4}-\d{4,}$/)
    const list = async (token: string, query = '') =>
      (await (await api.call('GET', `/api/v1/claims${query}`, { token })).json()).payload.items
    expect(await list(agent, `?policyNo=${policy_no}`)).toEqual([payload])
    expect((await list(agent)).map(({ id }: { id: string }) => id)).toContain(payload.id)
    expect(await list(stranger)).toEqual([])
  })

  it('returns the claims of a policy in pages, or only claims changed after a given time [P343]', async () => {
    const { policy_no } = await aRunningPolicy()
    for (let n = 0; n < 11; n++) expect((await create(agent, loss(policy_no))).status).toBe(201)
    const listClaims = async (query = '') => {
      const response = await api.call('GET', `/api/v1/claims?policyNo=${policy_no}${query}`, { token: agent })
      return { status: response.status, body: await response.json() }
    }
    const list = async (query = '') => (await listClaims(query)).body.payload.items
    const all = await list()
    expect(all).toHaveLength(11)
    const { payload: page } = (await listClaims('&take=3')).body
    expect(page).toMatchObject({ resultCount: 11, isCapped: false, items: all.slice(0, 3) })
    // The next page does not shift when a claim is reported between two page requests.
    expect((await create(agent, loss(policy_no))).status).toBe(201)
    expect(await list(`&take=8&cursor=${page.nextCursor}`)).toEqual(
      expect.arrayContaining(all.slice(3).map(({ id }: { id: string }) => expect.objectContaining({ id }))),
    )
    const { status, body } = await listClaims('&cursor=WyIyMDI2LTAyLTMwIiwieCJd')
    expect([status, body.message]).toEqual([400, 'Cursor: this cursor is not from this list. Start without a cursor.'])
    const { rows } = await sql<{ moment: string }>`
      select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`.execute(db)
    expect(await list(`&changedAfter=${rows[0]?.moment}`)).toEqual([])
    await sql`update claims set reserve_cents = 100 where claim_id = ${all[4].id}`.execute(db)
    expect(await list(`&changedAfter=${rows[0]?.moment}`)).toEqual([expect.objectContaining({ id: all[4].id })])
  })

  it('assigns five-digit claim numbers after 9999', async () => {
    await sql`select setval('claim_number_seq', 9998)`.execute(db)
    const numbers = [await aClaim(), await aClaim(), await aClaim()].map(({ claimNumber }) => claimNumber)
    const year = days(-8).slice(0, 4)
    expect(numbers).toEqual([`CLM-${year}-9999`, `CLM-${year}-10000`, `CLM-${year}-10001`])
  })

  it.each([
    [
      'before the term',
      { dateOfLoss: days(-101), noticeDate: days(-8) },
      /Date of loss: the date of loss must be within/,
    ],
    [
      'on the day the term ends',
      { dateOfLoss: days(265), noticeDate: days(265) },
      /Date of loss: the date of loss must be within/,
    ],
    [
      'tomorrow',
      { dateOfLoss: days(2), noticeDate: days(2) },
      /Date of loss: the date of loss cannot be in the future/,
    ],
    [
      'after the notice date',
      { dateOfLoss: days(-5), noticeDate: days(-6) },
      /Date reported: the date reported cannot be before/,
    ],
  ])('rejects a date of loss %s', async (_, dates, rule) => {
    const { policy_no } = await aRunningPolicy()
    const response = await create(agent, loss(policy_no, dates))
    expect(response.status).toBe(422)
    expect(await getMessage(response)).toMatch(rule)
  })

  it('cannot have a date of loss during a lapse in coverage (DEL-26)', async () => {
    const { policy_id, policy_no } = await aRunningPolicy()
    const about = { day: days(-10), description: 'Test', grossCents: 0, termChange: unchangedTerm }
    await db.transaction().execute(async (trx) => {
      const reverses = await addTransaction(trx, policy_id, { ...about, type: 'C05', effective: days(-40) })
      await addTransaction(trx, policy_id, { ...about, type: 'RI', effective: days(-20), reverses })
    })
    const lossOn = (day: number) => create(agent, loss(policy_no, { dateOfLoss: days(day) }))
    const during = await lossOn(-40)
    expect(during.status).toBe(422)
    const [from, until] = [formatUsDate(days(-40)), formatUsDate(days(-20))]
    expect(await getMessage(during)).toBe(
      `Date of loss: the policy provided no coverage from ${from} until it was reinstated on ${until}.`,
    )
    expect((await lossOn(-21)).status).toBe(422)
    const [before, after] = [await lossOn(-41), await lossOn(-20)]
    expect([before.status, after.status]).toEqual([201, 201])
    const claim = (await after.json()).payload
    const moved = await api.call('PUT', `/api/v1/claims/${claim.id}`, {
      token: staff,
      body: { ...claim, dateOfLoss: days(-30) },
    })
    expect(moved.status).toBe(422)
  })

  describe('claim on a cancelled policy', () => {
    const cancelledOn = async (day: string) => {
      const policy = await aRunningPolicy()
      await db
        .updateTable('policies')
        .set({ cancelled_at: new Date(), cancel_reason_code: '33', cancel_effective_date: day })
        .where('policy_id', '=', policy.policy_id)
        .execute()
      return policy.policy_no
    }
    const lossOn = (policyNo: string, day: string) => create(agent, loss(policyNo, { dateOfLoss: day }))

    it('can have a date of loss on the last day of coverage, but not on the cancellation date', async () => {
      const policyNo = await cancelledOn(days(-20))
      expect((await lossOn(policyNo, days(-21))).status).toBe(201)
      const late = await lossOn(policyNo, days(-20))
      expect(late.status).toBe(422)
      const [begins, ends] = [formatUsDate(days(-100)), formatUsDate(days(-20))]
      expect(await getMessage(late)).toBe(
        `Date of loss: the date of loss must be within the coverage period, which begins on ${begins} and ends on ${ends}.`,
      )
    })

    it('is rejected for any date of loss when the policy was cancelled as of inception', async () => {
      const policyNo = await cancelledOn(days(-100))
      expect(await getMessage(await lossOn(policyNo, days(-100)))).toBe(
        'Date of loss: the policy provided no coverage because it was cancelled as of its inception date.',
      )
    })

    it('can be closed by staff after the cancellation, but its date of loss cannot be changed', async () => {
      const claim = await aClaim()
      await db
        .updateTable('policies')
        .set({ cancelled_at: new Date(), cancel_reason_code: '06', cancel_effective_date: days(-100) })
        .where('policy_no', '=', claim.policyNo)
        .execute()
      const put = (change: object) =>
        api.call('PUT', `/api/v1/claims/${claim.id}`, { token: staff, body: { ...claim, ...change } })
      expect((await put({ dateOfLoss: days(-11) })).status).toBe(422)
      expect((await put({ status: 'Closed' })).status).toBe(200)
    })
  })

  it('returns 422 for an earthquake policy and 404 for a policy of another agency [D289]', async () => {
    const quake = await aRunningPolicy(4)
    expect((await create(agent, loss(quake.policy_no))).status).toBe(422)
    const { policy_no } = await aRunningPolicy()
    expect((await create(stranger, loss(policy_no))).status).toBe(404)
  })
})

describe('claim updates and deletion', () => {
  it('lets agents edit a claim, except its status, adjuster and amounts [P345]', async () => {
    const claim = await aClaim()
    const put = (token: string, change: object) =>
      api.call('PUT', `/api/v1/claims/${claim.id}`, { token, body: { ...claim, ...change } })
    const described = await put(agent, { description: 'Two feet of water.' })
    expect((await described.json()).payload.description).toBe('Two feet of water.')
    const { updatedAt } = (await (await api.call('GET', `/api/v1/claims/${claim.id}`, { token: staff })).json()).payload
      .claim
    expect((await put(agent, { updatedAt, status: 'Paid' })).status).toBe(403)
    expect((await put(agent, { updatedAt, paid: 100 })).status).toBe(403)
    const decided = await put(staff, { updatedAt, status: 'Paid', paid: 4200.5, adjusterName: 'Alex Adjuster' })
    expect((await decided.json()).payload).toMatchObject({
      status: 'Paid',
      paid: 4200.5,
      adjusterName: 'Alex Adjuster',
    })
    const { details } = await db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'claim.update')
      .where('entity_id', '=', claim.id)
      .orderBy('audit_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(details).toEqual({
      changed: ['status', 'description', 'adjusterName', 'paid'],
      ...{ before: { status: 'Open', paid: 0 }, after: { status: 'Paid', paid: 4200.5 } },
    })
    // An update based on an outdated version is rejected.
    expect((await put(staff, { status: 'Denied' })).status).toBe(409)
    const moved = await put(staff, { policyNo: 'RFL3000999', updatedAt: undefined })
    expect(moved.status).toBe(422)
    expect(await getMessage(moved)).toBe('Policy number: it cannot be changed.')
  })

  it('lets only staff delete a claim, and only a claim without payments [D327]', async () => {
    const claim = await aClaim()
    const path = `/api/v1/claims/${claim.id}`
    await api.call('POST', `${path}/notes`, { token: agent, body: { note: 'By mistake.' } })
    expect((await api.call('DELETE', path, { token: agent })).status).toBe(403)
    await api.call('PUT', path, { token: staff, body: { ...claim, paid: 1 } })
    expect((await api.call('DELETE', path, { token: staff })).status).toBe(409)
    await api.call('PUT', path, { token: staff, body: { ...claim, updatedAt: undefined, paid: 0 } })
    expect((await api.call('DELETE', path, { token: staff })).status).toBe(200)
    expect((await api.call('GET', path, { token: staff })).status).toBe(404)
  })
})

describe('claim documents and notes API', () => {
  const upload = (token: string, claimId: string, name: string, bytes: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.append('file', new File([bytes], name))
    form.append('documentType', 'photo')
    return api.call('POST', `/api/v1/claims/${claimId}/documents`, { token, raw: form })
  }

  it('detects the type of an uploaded file, rejects a duplicate name and serves the file as a download [P344] [P347] [P348] [P349]', async () => {
    const { id } = await aClaim()
    const png = Buffer.from(createSamplePng().replace(/^.*,/, ''), 'base64')
    const stored = await upload(agent, id, 'ground floor.png', png)
    expect(stored.status).toBe(201)
    const { payload } = await stored.json()
    expect(payload).toMatchObject({ fileName: 'ground_floor.png', contentType: 'image/png', documentType: 'photo' })
    expect((await upload(agent, id, 'Ground Floor.png', png)).status).toBe(409)
    expect((await upload(agent, id, 'program.pdf', new Uint8Array([0x4d, 0x5a, 0, 1, 2, 3, 0, 0]))).status).toBe(415)
    expect((await upload(agent, id, 'empty.pdf', '')).status).toBe(422)
    const opened = await api.call('GET', `/api/v1/claims/${id}/documents/${payload.id}`, { token: agent })
    expect(opened.headers.get('content-disposition')).toBe('attachment; filename="ground_floor.png"')
    // The contract declares this content type so that browsers do not display the file.
    expect(opened.headers.get('content-type')).toBe('application/octet-stream')
    expect(new Uint8Array(await opened.arrayBuffer())).toEqual(new Uint8Array(png))
    const { payload: detail } = await (await api.call('GET', `/api/v1/claims/${id}`, { token: staff })).json()
    expect(detail.claimDocuments).toHaveLength(1)
    expect((await api.call('DELETE', `/api/v1/claims/${id}/documents/${payload.id}`, { token: stranger })).status).toBe(
      404,
    )
    expect((await api.call('DELETE', `/api/v1/claims/${id}/documents/${payload.id}`, { token: agent })).status).toBe(
      200,
    )
    expect((await api.call('GET', `/api/v1/claims/${id}/documents/${payload.id}`, { token: agent })).status).toBe(404)
  })

  it('returns 404 for an upload to an inaccessible claim before it reads the request body', async () => {
    const { id } = await aClaim()
    // This form is malformed. Callers with access get 400 for it, but callers without access must get 404.
    const broken = { raw: 'no form', type: 'multipart/form-data; boundary=x' }
    const uploadBroken = async (token: string, claim: string) =>
      (await api.call('POST', `/api/v1/claims/${claim}/documents`, { token, ...broken })).status
    expect([
      await uploadBroken(stranger, id),
      await uploadBroken(stranger, randomUUID()),
      await uploadBroken(agent, id),
    ]).toEqual([404, 404, 400])
  })

  it('lets only the agency that wrote a note update or delete it [P350] [P351] [P352] [P353]', async () => {
    const { id } = await aClaim()
    const written = await api.call('POST', `/api/v1/claims/${id}/notes`, { token: agent, body: { note: 'Monday.' } })
    const { payload } = await written.json()
    const path = `/api/v1/claims/notes/${payload.id}`
    expect((await api.call('PUT', path, { token: staff, body: { note: 'x' } })).status).toBe(403)
    expect((await api.call('PUT', path, { token: stranger, body: { note: 'x' } })).status).toBe(404)
    const changed = await api.call('PUT', path, { token: agent, body: { note: 'Tuesday.' } })
    expect((await changed.json()).payload).toMatchObject({ note: 'Tuesday.', updatedAt: expect.any(String) })
    expect((await api.call('POST', `/api/v1/claims/${id}/notes`, { token: agent, body: { note: '  ' } })).status).toBe(
      400,
    )
    expect((await api.call('DELETE', path, { token: agent })).status).toBe(200)
    const notes = await api.call('GET', `/api/v1/claims/${id}/notes`, { token: agent })
    expect((await notes.json()).payload).toEqual([])
  })

  it('returns the codes and labels of claim statuses and causes of loss [P354]', async () => {
    const options = (await (await api.call('GET', '/api/v1/claims/options', { token: agent })).json()).payload
    expect(options.statuses.map(({ code }: { code: string }) => code)).toContain('In Review')
    expect(options.causesOfLoss[1]).toEqual({ code: 'stormSurge', label: 'Storm surge' })
  })
})

describe('GET /api/admin/claims', () => {
  const list = (query: Record<string, unknown>) => {
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
    )
    return api.call('GET', `/api/admin/claims?${search}`, { token: staff })
  }

  it('filters, sorts and counts claims', async () => {
    const claim = await aClaim()
    const found = await list({ filter: { q: claim.claimNumber.toLowerCase() }, sort: ['noticeDate', 'ASC'] })
    expect(found.headers.get('content-range')).toBe('claims 0-0/1')
    expect(await found.json()).toEqual([claim])
    expect(await (await list({ filter: { status: 'Denied' } })).json()).toEqual([])
  })

  it.each([
    [{ filter: { colour: 'red' } }, 'filter.colour', 'filter.colour: unknown field.'],
    [{ filter: { noticeFrom: 'soon' } }, 'filter.noticeFrom', /^Reported from must be a date/],
    [{ filter: { q: 'a\u0000b' } }, 'filter.q', /^Search text: text cannot contain the character NUL/],
    [{ filter: 'red' }, 'filter', 'Filter must be an object.'],
    [{ sort: ['colour', 'ASC'] }, 'sort.0', /^Sort order \(entry 1\) must be one of noticeDate, claimNumber/],
    [{ sort: 'noticeDate' }, 'sort', 'Sort order must be a list.'],
    [{ range: [5, 2] }, 'range', 'Row range: the last row is before the first row.'],
    [{ range: [0] }, 'range', 'Row range must be at least 2 entries.'],
  ])('returns 400 for the invalid query %j', async (query, field, sentence) => {
    const response = await list(query)
    const { message, errors } = await response.json()
    expect([response.status, errors[0].field]).toEqual([400, field])
    expect(message).toMatch(sentence instanceof RegExp ? sentence : new RegExp(`^${sentence}$`))
  })
})
