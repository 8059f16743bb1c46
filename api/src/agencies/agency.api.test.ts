import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'

const api = await createTestApi()
const { db } = api
const root = await insertAgency(db, { company: 'Seagrass Insurance' })
const agency = await insertAgency(db, { company: 'Seagrass North', parent: root.agency_id })
const below = await insertAgency(db, { company: 'Seagrass Pier', parent: agency.agency_id })
const stranger = await insertAgency(db, { company: 'Elsewhere Insurance' })

const getAgent = async ({ agency_id }: { agency_id: string }, ...roles: string[]) =>
  api.tokenFor({ accountId: (await insertAccount(db, { agency_id, roles: roles as never })).account_id })
const staffWith = async (...roles: string[]) =>
  api.tokenFor({ accountId: (await insertAccount(db, { roles: ['internal', ...roles] as never })).account_id })
const tokens = {
  root: await getAgent(root),
  own: await getAgent(agency),
  below: await getAgent(below),
  stranger: await getAgent(stranger),
  readonly: await getAgent(agency, 'readonly'),
  staff: await staffWith(),
  readonlyStaff: await staffWith('readonly'),
  finance: await staffWith('financeadmin'),
  insured: await api.tokenFor({ identityId: (await insertPolicy(db)).identity_id }),
}
type Who = keyof typeof tokens

// biome-ignore lint/suspicious/noExplicitAny: responses are validated against the contract at run time
type ResponseBody = any
async function call(who: Who, request: string, body?: object): Promise<{ status: number; body: ResponseBody }> {
  const [method = '', path = ''] = request.split(' ')
  const response = await api.call(method, path, { token: tokens[who], ...(body && { body }) })
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    body: isJson ? await response.json() : new Uint8Array(await response.arrayBuffer()),
  }
}
const of = (path = '', no = agency.agency_no) => `GET /api/v1/agencies/${no}${path}`
const getDetail = async (no = agency.agency_no) => (await call('staff', of('', no))).body.payload
const getNumbers = (rows: { agencyNo: string }[]) => rows.map(({ agencyNo }) => agencyNo)
const numbers = (response: { body: ResponseBody }) => getNumbers(response.body.payload)
const found = (response: { body: ResponseBody }) => getNumbers(response.body.payload.items)

const input = {
  ...{
    company: 'Jetty Coverage',
    type: 'retail',
    addr1: '5 Jetty Demo Rd',
    city: 'Sarasota',
    state: 'FL',
    zip: '34236',
  },
  ...{ phone: '941-555-0120', email: 'jetty@example.com', taxId: '59-1234321' },
  contact: { firstName: 'Bay', lastName: 'Water', email: 'bay@example.com', title: 'Principal' },
  licenses: [
    { state: 'FL', licenseNo: 'L1', type: 'agency', effectiveDate: '2026-01-01', expiration: '2027-12-31' },
    { state: 'TX', licenseNo: 'T1', type: 'surplusLines', effectiveDate: '2026-01-01', expiration: '2027-12-31' },
  ],
}
const create = async (more: object = {}) => {
  const response = await call('staff', 'POST /api/v1/agencies', { ...input, ...more })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.payload as { agencyNo: string; agencyId: string; status: string; parentAgencyNo: string | null }
}

describe('agency API', () => {
  let createdAgency: Awaited<ReturnType<typeof create>>
  beforeAll(async () => {
    createdAgency = await create({ parentAgencyNo: below.agency_no })
  })

  it.each(['/detail', ''])(
    'returns all details to staff, the agency and its parent agencies (path suffix "%s") [P298] [P299]',
    async (way) => {
      const path = way ? `GET /api/v1/agencies/detail/${createdAgency.agencyNo}` : of('', createdAgency.agencyNo)
      for (const who of ['staff', 'root', 'own', 'below'] as const) {
        const { status, body } = await call(who, path)
        expect(status).toBe(200)
        expect(body.payload).toMatchObject({
          agencyInfo: { agencyNo: createdAgency.agencyNo, agencyId: createdAgency.agencyId },
          agencyDetailInfo: { company: 'Jetty Coverage', type: 'retail', status: 'P', agentParentId: below.agency_id },
          agencyContactInfo: [{ firstName: 'Bay', phone: null }],
          agencyLicenseInfo: [{ state: 'FL' }, { state: 'TX' }],
          policyCount: 0,
        })
      }
    },
  )

  it('returns the contacts, licenses and direct sub-agencies of an agency [P301] [P302] [P303]', async () => {
    expect((await call('own', of('/contacts', createdAgency.agencyNo))).body.payload).toMatchObject([
      { lastName: 'Water' },
    ])
    expect((await call('own', of('/licenses', createdAgency.agencyNo))).body.payload).toMatchObject([
      { licenseNo: 'L1', type: 'agency' },
      { licenseNo: 'T1', expiration: '2027-12-31' },
    ])
    expect(numbers(await call('own', of('/subagents')))).toEqual([below.agency_no])
    expect(numbers(await call('root', of('/subagents', root.agency_no)))).toEqual([agency.agency_no])
  })

  it.each(['', '/contacts', '/licenses', '/subagents', '/documents'])(
    'returns 404 to sub-agencies and other agencies, and 403 to insureds (path suffix "%s")',
    async (path) => {
      const missing = await call('stranger', of(path, '99999999'))
      expect(missing.status).toBe(404)
      for (const who of ['below', 'stranger'] as const) {
        const { status, body } = await call(who, of(path))
        expect({ status, message: body.message }).toEqual({ status: 404, message: missing.body.message })
      }
      expect((await call('insured', of(path))).status).toBe(403)
    },
  )

  it('searches agencies by each field, and limits agents to their agency and its sub-agencies [P312]', async () => {
    const search = async (who: Who, text: string) =>
      found(await call(who, `GET /api/v1/agencies/search?searchParam=${encodeURIComponent(text)}&skip=0&take=1000`))
    expect(await search('staff', 'seagrass')).toEqual([root.agency_no, agency.agency_no, below.agency_no].sort())
    expect(await search('own', 'SEAGRASS')).toEqual([agency.agency_no, below.agency_no].sort())
    expect(await search('stranger', 'seagrass')).toEqual([])
    expect(await search('staff', `office-${agency.agency_no}@`)).toEqual([agency.agency_no])
    expect(await search('staff', agency.agency_no)).toContain(agency.agency_no)
    expect(await search('staff', '%')).toEqual([])
    const { agencyNo } = await create({
      ...{ company: 'Cedar Cover', city: 'Cedar Key', zip: '32625', phone: '352-555-0177' },
      contact: { firstName: 'Marlow', lastName: 'Finder', email: 'marlow@example.com' },
      licenses: [{ ...input.licenses[0], licenseNo: 'W-77123' }],
    })
    for (const text of ['marlow f', 'MARLOW@', 'w-77', 'cedar k', '3262', '352-555'])
      expect(await search('staff', text), text).toEqual([agencyNo])
    expect(await search('own', 'marlow')).toEqual([])
    expect(found(await call('below', 'GET /api/v1/agencies/search'))).toContain(below.agency_no)
    expect((await call('insured', 'GET /api/v1/agencies/search')).status).toBe(403)
  })

  it('returns the options of the agency form, such as license types [P297]', async () => {
    const { body } = await call('own', 'GET /api/v1/agencies/lookupTypes')
    expect(Object.keys(body.payload)).toEqual(['agencyTypes', 'agencyStatuses', 'licenseTypes', 'documentTypes'])
    expect(body.payload.agencyStatuses).toContainEqual({ id: 'I', name: 'Inactive' })
    expect(body.payload.documentTypes).toContainEqual({ id: '2', name: 'W-9' })
    expect((await call('insured', 'GET /api/v1/agencies/lookupTypes')).status).toBe(403)
  })
})

describe('agency creation', () => {
  it('assigns the next agency number, the status pending and the requested parent agency', async () => {
    const first = await create()
    expect(first).toMatchObject({ status: 'P', parentAgencyNo: null })
    const second = await create({ parentAgencyNo: agency.agency_no })
    expect(Number(second.agencyNo)).toBeGreaterThan(Number(first.agencyNo))
    expect(second.parentAgencyNo).toBe(agency.agency_no)
    expect(numbers(await call('own', of('/subagents')))).toContain(second.agencyNo)
  })

  it('assigns a different agency number to each concurrent request and skips used numbers', async () => {
    const { agencyNo } = await create()
    await insertAgency(db, { agency_no: String(Number(agencyNo) + 10) })
    const both = await Promise.all([create(), create()])
    expect(new Set([agencyNo, ...both.map((one) => one.agencyNo)]).size).toBe(3)
  })

  it('stores the tax ID encrypted and returns only its last four digits', async () => {
    const { agencyNo, agencyId } = await create()
    expect((await getDetail(agencyNo)).agencyDetailInfo.taxId).toBe('**-***4321')
    const row = await db.selectFrom('agencies').selectAll().where('agency_id', '=', agencyId).executeTakeFirstOrThrow()
    expect(row.tax_id_sealed).toMatch(/^v1\./)
    expect(JSON.stringify(row)).not.toContain('1234321')
  })

  it.each([
    [{ parentAgencyNo: '99999999' }, 'unknown_agency'],
    [{ taxId: '12-34' }, 'invalid_number'],
    [{ licenses: [input.licenses[0], input.licenses[0]] }, 'duplicate_item'],
    [{ licenses: [{ ...input.licenses[0], expiration: '2026-01-01' }] }, 'stop_before_start'],
    [{ licenses: [{ ...input.licenses[0], licenseId: '3b2a1908-f7e6-4d5c-8b4a-0a0000999999' }] }, 'unknown_license'],
    [{ contact: { ...input.contact, contactId: '5c4b3a29-1807-4f6e-9d5c-0a0000999999' } }, 'unknown_contact'],
  ])('rejects %j with the error code %s', async (more, code) => {
    const { status, body } = await call('staff', 'POST /api/v1/agencies', { ...input, ...more })
    expect({ status, code: body.errors[0].code }).toEqual({ status: 422, code })
  })

  it('rejects a parent agency that is terminated', async () => {
    const { agency_no } = await insertAgency(db, { status: 'T' })
    const { status, body } = await call('staff', 'POST /api/v1/agencies', { ...input, parentAgencyNo: agency_no })
    expect({ status, code: body.errors[0].code }).toEqual({ status: 422, code: 'agency_inactive' })
  })

  it('returns 403 to agents, insureds and read-only users [P246]', async () => {
    for (const who of ['own', 'root', 'readonly', 'readonlyStaff', 'insured'] as const)
      expect((await call(who, 'POST /api/v1/agencies', input)).status).toBe(403)
  })
})

describe('agency update', () => {
  const save = (who: Who, body: object) => call(who, 'POST /api/v1/agencies/update', body)

  it('lets staff and the agency save changes, and keeps fields that a request omits [P300]', async () => {
    for (const who of ['own', 'staff'] as const) {
      const { agencyInfo, agencyDetailInfo: detail } = await getDetail()
      const { bankNotes: _, fax: __, ...rest } = detail
      const contacts = [{ firstName: who, lastName: 'Pier', email: 'pier@example.com', phone: null, title: null }]
      const change = { ...rest, addr1: `${who} Demo Way`, eoLimit: 2_000_000.5, eoExpiration: '2027-06-30' }
      const { status, body } = await save(who, { agencyInfo, agencyDetailInfo: change, agencyContactInfo: contacts })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.payload).toEqual(await getDetail())
      expect(body.payload).toMatchObject({
        agencyDetailInfo: { ...detail, addr1: `${who} Demo Way`, eoLimit: 2_000_000.5, eoExpiration: '2027-06-30' },
        agencyContactInfo: [{ firstName: who }],
      })
    }
  })

  it('stores the bank account number encrypted, and leaves it unchanged when the masked number is submitted', async () => {
    const before = await getDetail()
    const bank = { bankRoutingNo: '021000021', bankAccountNo: '000123456789' }
    await save('own', { ...before, agencyDetailInfo: { ...before.agencyDetailInfo, ...bank } })
    const pending = encodeURIComponent(JSON.stringify({ state: 'pending' }))
    const [{ id }] = (await call('staff', `GET /api/admin/approvals?filter=${pending}`)).body
    expect((await call('staff', `POST /api/admin/approvals/${id}/decide`, { decision: 'approve' })).status).toBe(200)
    const saved = await getDetail()
    expect(saved.agencyDetailInfo).toMatchObject({ bankRoutingNo: '021000021', bankAccountNo: '********6789' })
    const sealed = () =>
      db
        .selectFrom('agencies')
        .select('bank_account_sealed as text')
        .where('agency_id', '=', agency.agency_id)
        .executeTakeFirstOrThrow()
    const { text } = await sealed()
    expect(text).toMatch(/^v1\./)
    expect((await save('own', saved)).status).toBe(200)
    expect((await sealed()).text).toBe(text)
    const { rows } = await sql<{ all: string }>`
      select string_agg(details::text, ' ') as all from audit_log where entity_id = ${agency.agency_no}`.execute(db)
    expect(rows[0]?.all).toContain('bank_account_sealed')
    expect(rows[0]?.all).not.toContain('123456789')
  })

  it('rejects a routing number with a wrong check digit', async () => {
    const before = await getDetail()
    const { status, body } = await save('own', {
      ...before,
      agencyDetailInfo: { ...before.agencyDetailInfo, bankRoutingNo: '021000022' },
    })
    expect({ status, field: body.errors[0].field }).toEqual({ status: 422, field: 'bankRoutingNo' })
  })

  it('lets only staff change the status, and rejects changes to the agency number or parent agency', async () => {
    const before = await getDetail()
    const { agencyInfo, agencyDetailInfo: detail } = before
    const changes = [
      { ...before, agencyDetailInfo: { ...detail, status: 'I' } },
      { ...before, agencyDetailInfo: { ...detail, agentParentId: stranger.agency_id } },
      { ...before, agencyInfo: { ...agencyInfo, agencyNo: '77777777' } },
    ]
    for (const change of changes) expect((await save('own', change)).status).toBe(403)
    for (const change of changes.slice(1)) {
      const { status, body } = await save('staff', change)
      expect({ status, code: body.errors[0].code }).toEqual({ status: 422, code: 'not_changeable' })
    }
  })

  it('lets agents update an inactive agency and view a terminated one, but hides a pending one', async () => {
    const closing = await insertAgency(db)
    const path = `/api/v1/agencies/${closing.agency_no}`
    const set = async (status: string) => {
      const before = await getDetail(closing.agency_no)
      return save('staff', { ...before, agencyDetailInfo: { ...before.agencyDetailInfo, status } })
    }
    const looks = async () => (await api.call('GET', path, { token: await getAgent(closing) })).status
    const saves = async () => {
      const body = await getDetail(closing.agency_no)
      return (await api.call('POST', '/api/v1/agencies/update', { token: await getAgent(closing), body })).status
    }
    const under = () => call('staff', 'POST /api/v1/agencies', { ...input, parentAgencyNo: closing.agency_no })
    expect((await set('I')).body.payload.agencyDetailInfo.status).toBe('I')
    expect([(await under()).status, await looks(), await saves()]).toEqual([200, 200, 200])
    expect((await set('T')).status).toBe(200)
    expect([(await under()).status, await looks(), await saves()]).toEqual([422, 200, 403])
    expect((await set('P')).status).toBe(200)
    expect([await looks(), await saves()]).toEqual([403, 403])
  })

  it('returns 409 for the second of two concurrent updates', async () => {
    const before = await getDetail()
    const responses = await Promise.all([save('own', before), save('staff', before)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('returns 422 for contacts and licenses that belong to another agency', async () => {
    const other = await create()
    const theirs = await getDetail(other.agencyNo)
    const before = await getDetail()
    for (const change of [
      { agencyContactInfo: theirs.agencyContactInfo },
      { agencyLicenseInfo: theirs.agencyLicenseInfo },
      { agencyDetailInfo: { ...before.agencyDetailInfo, primaryContactId: theirs.agencyContactInfo[0].contactId } },
    ])
      expect((await save('staff', { ...before, ...change })).status).toBe(422)
    expect(await getDetail(other.agencyNo)).toEqual(theirs)
  })

  it('returns 404 to other agencies and sub-agencies, and 403 to parent agencies and read-only users', async () => {
    const before = await getDetail()
    for (const [who, wanted] of [
      ...[['below', 404] as const, ['stranger', 404] as const],
      ...[['root', 403] as const, ['readonly', 403] as const, ['readonlyStaff', 403] as const],
    ])
      expect((await save(who, before)).status, who).toBe(wanted)
    const missing = { ...before, agencyInfo: { ...before.agencyInfo, agencyId: randomUUID() } }
    expect((await save('staff', missing)).status).toBe(404)
  })
})

describe('parent agency change', () => {
  const move = (who: Who, child: string, parent: string) =>
    call(who, 'POST /api/v1/agencies/changeParent', { NewParentAgentNo: parent, ChildAgentNo: child })

  it('moves an agency with its sub-agencies and immediately changes who can see them [P311]', async () => {
    const [one, two] = [await insertAgency(db), await insertAgency(db)]
    const child = await insertAgency(db, { parent: one.agency_id })
    const grandchild = await insertAgency(db, { parent: child.agency_id })
    const [first, second] = [await getAgent(one), await getAgent(two)]
    const sees = async (token: string) =>
      (await api.call('GET', `/api/v1/agencies/${grandchild.agency_no}`, { token })).status
    expect([await sees(first), await sees(second)]).toEqual([200, 404])
    expect((await move('staff', child.agency_no, two.agency_no)).body.payload.parentAgencyNo).toBe(two.agency_no)
    expect([await sees(first), await sees(second)]).toEqual([404, 200])
    const { rows } = await sql<{ details: object }>`
      select details from audit_log where action = 'agency.move' and entity_id = ${child.agency_no}`.execute(db)
    expect(rows).toEqual([{ details: { from: one.agency_no, to: two.agency_no, agencies: 2 } }])
  })

  it('rejects a cycle in the agency tree, even from two concurrent moves', async () => {
    const circle = await move('staff', root.agency_no, below.agency_no)
    expect({ status: circle.status, code: circle.body.errors[0].code }).toEqual({ status: 422, code: 'agency_cycle' })
    expect((await move('staff', root.agency_no, root.agency_no)).status).toBe(422)
    const [one, two] = [await insertAgency(db), await insertAgency(db)]
    const both = await Promise.all([
      move('staff', one.agency_no, two.agency_no),
      move('staff', two.agency_no, one.agency_no),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('returns 422 when the new parent agency is the current one, unknown or terminated', async () => {
    const { agency_no: terminated } = await insertAgency(db, { status: 'T' })
    for (const parent of [root.agency_no, '99999999', terminated])
      expect((await move('staff', agency.agency_no, parent)).status).toBe(422)
    expect((await move('staff', agency.agency_no, root.agency_no)).body.errors[0].message).toBe(
      `New parent agency: agency ${root.agency_no} is already its parent.`,
    )
    expect((await move('staff', '99999999', root.agency_no)).status).toBe(404)
  })

  it('returns 403 to agents and read-only staff', async () => {
    for (const who of ['own', 'root', 'readonlyStaff'] as const)
      expect((await move(who, below.agency_no, root.agency_no)).status).toBe(403)
  })
})

describe('agency documents API', () => {
  const upload = async (who: Who, name: string, content = 'A letter.', no = agency.agency_no) => {
    const raw = new FormData()
    raw.append('file', new File([content], name))
    const response = await api.call('POST', `/api/v1/agencies/${no}/documents/2`, { token: tokens[who], raw })
    return { status: response.status, body: (await response.json()) as ResponseBody }
  }
  const remove = (who: Who, documentName: string) =>
    call(who, `DELETE /api/v1/agencies/${agency.agency_no}/documents`, { documentName })

  it('uploads, lists, opens and deletes a document [P307] [P308] [P309] [P310]', async () => {
    const { status, body } = await upload('own', 'our w 9 (2026).txt')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.payload).toMatchObject({ documentName: 'our_w_9__2026_.txt', docTypeId: 2 })
    for (const who of ['own', 'root', 'staff'] as const)
      expect((await call(who, of('/documents'))).body.payload).toMatchObject([{ link: body.payload.link }])
    const opened = await call('root', `GET /api/v1/agencies/doc?link=${body.payload.link}`)
    expect(new TextDecoder().decode(opened.body)).toBe('A letter.')
    expect(await remove('own', body.payload.documentName)).toMatchObject({ status: 200, body: { payload: null } })
    expect((await call('own', of('/documents'))).body.payload).toEqual([])
    expect((await remove('own', body.payload.documentName)).status).toBe(404)
  })

  it('rejects a second document with the same name, even if the letter case differs or uploads are concurrent [P388]', async () => {
    const both = await Promise.all([upload('own', 'w9.txt', 'one'), upload('staff', 'W9.txt', 'two')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.message).toBe('The specified blob already exists.')
    expect((await upload('stranger', 'w9.txt', 'one', stranger.agency_no)).status).toBe(200)
  })

  it('rejects executable content and empty files', async () => {
    expect((await upload('own', 'run.html', '<html></html>')).status).toBe(415)
    expect((await upload('own', 'empty.txt', '')).status).toBe(422)
  })

  it('returns 404 to other agencies and sub-agencies, and 403 for changes by parent agencies and read-only users', async () => {
    const { link, documentName } = (await upload('own', 'agreement.txt')).body.payload
    for (const [who, wanted] of [
      ...[['below', 404] as const, ['stranger', 404] as const],
      ...[['root', 403] as const, ['readonly', 403] as const, ['readonlyStaff', 403] as const],
    ]) {
      expect((await upload(who, 'other.txt')).status, who).toBe(wanted)
      expect((await remove(who, documentName)).status, who).toBe(wanted)
    }
    for (const who of ['below', 'stranger'] as const)
      expect((await call(who, `GET /api/v1/agencies/doc?link=${link}`)).status).toBe(404)
    expect((await call('own', 'GET /api/v1/agencies/doc?link=agencies/../secret')).status).toBe(404)
  })
})

describe('back-office agency API', () => {
  const list = async (filter: object, sort = ['agencyNo', 'ASC']) => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: JSON.stringify(sort) })
    const { status, body } = await call('staff', `GET /api/admin/agencies?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.map((row: { agencyNo: string }) => row.agencyNo)
  }
  const row = {
    ...{ company: 'Pelican Coverage', addr1: '20 Demo Way', city: 'Tampa', state: 'GA', zip: '33602' },
    ...{ phone: '813-555-0110', email: 'pelican@example.com' },
  }

  it('filters agencies, and creates and updates an active agency', async () => {
    expect(await list({ q: 'seagrass' })).toEqual([root.agency_no, agency.agency_no, below.agency_no].sort())
    const created = (await call('finance', 'POST /api/admin/agencies', { ...row, parentAgencyNo: stranger.agency_no }))
      .body
    expect(created).toMatchObject({
      status: 'A',
      parentAgencyNo: stranger.agency_no,
      policyCount: 0,
      rewardLevel: null,
    })
    expect(await list({ state: 'GA' })).toEqual([created.id])
    expect(await list({ parentAgencyNo: stranger.agency_no }, ['policyCount', 'DESC'])).toEqual([created.id])
    expect(await list({ id: [created.id, agency.agency_no] }, ['company', 'DESC'])).toEqual([
      agency.agency_no,
      created.id,
    ])
    const changed = await call('staff', `PUT /api/admin/agencies/${created.id}`, {
      ...{ ...row, status: 'I', parentAgencyNo: null, taxId: '59-1234321', eoLimit: null },
    })
    expect(changed.body).toMatchObject({ status: 'I', parentAgencyNo: null, taxId: '**-***4321', eoLimit: 10_000_000 })
    expect((await call('staff', `GET /api/admin/agencies/${created.id}`)).body).toEqual(changed.body)
    expect(await list({ status: 'I', q: 'pelican' })).toEqual([created.id])
    const { parentAgencyNo: _, taxId: __, ...rest } = { ...row, status: 'A', parentAgencyNo: null, taxId: null }
    expect((await call('staff', `PUT /api/admin/agencies/${created.id}`, rest)).body).toMatchObject({
      taxId: '**-***4321',
    })
  })

  it.each(['', ' '])('returns 400 for the company name %j', async (company) => {
    const change = { ...row, company, status: 'A' }
    for (const request of [`PUT /api/admin/agencies/${agency.agency_no}`, 'POST /api/admin/agencies'])
      expect((await call('staff', request, request.startsWith('PUT') ? change : { ...row, company })).status).toBe(400)
  })

  it('returns 422 if parent agencies would form a cycle, and 404 for an unknown agency number', async () => {
    const change = { ...row, status: 'A', parentAgencyNo: below.agency_no }
    expect((await call('staff', `PUT /api/admin/agencies/${root.agency_no}`, change)).status).toBe(422)
    expect((await call('staff', 'GET /api/admin/agencies/99999999')).status).toBe(404)
    expect((await call('staff', 'PUT /api/admin/agencies/99999999', change)).status).toBe(404)
  })

  it('returns agencies only to staff and rejects changes by read-only staff', async () => {
    for (const who of ['own', 'root'] as const) expect((await call(who, 'GET /api/admin/agencies')).status).toBe(403)
    expect((await call('readonlyStaff', 'GET /api/admin/agencies')).status).toBe(200)
    expect((await call('readonlyStaff', 'POST /api/admin/agencies', row)).status).toBe(403)
    const change = { ...row, status: 'A' }
    expect((await call('readonlyStaff', `PUT /api/admin/agencies/${agency.agency_no}`, change)).status).toBe(403)
  })
})

describe('POST /agencies/{agencyNo}/revealNumbers', () => {
  const reveal = (who: Who, no: string, body: object = { reason: 'returnedPayment', reference: 'CASE-20418' }) =>
    call(who, `POST /api/v1/agencies/${no}/revealNumbers`, body)

  it('returns full tax and bank numbers to finance administrators, and audits only the reason', async () => {
    const { agencyNo } = await create()
    const { agencyInfo, agencyDetailInfo } = await getDetail(agencyNo)
    const bank = { bankRoutingNo: '110000000', bankAccountNo: '000123456789' }
    const saved = { agencyInfo, agencyDetailInfo: { ...agencyDetailInfo, ...bank } }
    expect((await call('staff', 'POST /api/v1/agencies/update', saved)).status).toBe(200)
    expect(await reveal('finance', agencyNo)).toMatchObject({
      status: 200,
      body: { payload: { taxId: '59-1234321', ...bank } },
    })
    const entries = await db
      .selectFrom('audit_log')
      .select(['details', 'actor_kind'])
      .where('action', '=', 'agency.revealNumbers')
      .where('entity_id', '=', agencyNo)
      .execute()
    expect(entries).toEqual([{ actor_kind: 'staff', details: { reason: 'returnedPayment', reference: 'CASE-20418' } }])
  })

  it('returns 403 to all other users and 400 without a valid reason and reference', async () => {
    const { agencyNo } = await create({ parentAgencyNo: agency.agency_no })
    for (const who of ['staff', 'own', 'root', 'stranger', 'readonlyStaff', 'insured'] as const)
      expect((await reveal(who, agencyNo)).status, who).toBe(403)
    const reference = 'CASE-20418'
    for (const body of [
      { reason: 'aaaaaaaaaa', reference },
      ...[{ reason: 'returnedPayment' }, { reference }],
      ...['', '   ', 'none', 'CASE\u00001'].map((blank) => ({ reason: 'returnedPayment', reference: blank })),
    ])
      expect((await reveal('finance', agencyNo, body)).status, JSON.stringify(body)).toBe(400)
    expect((await reveal('finance', '99999999')).status).toBe(404)
    const looks = await db
      .selectFrom('audit_log')
      .select('entity_id')
      .where('action', '=', 'agency.revealNumbers')
      .where('entity_id', 'in', [agencyNo, '99999999'])
      .execute()
    expect(looks).toEqual([])
  })

  it('returns full numbers to the same person at most ten times in 24 hours', async () => {
    const { agencyNo } = await create()
    const token = await staffWith('financeadmin')
    const body = { reason: 'taxReporting', reference: '1099-2026' }
    const path = `/api/v1/agencies/${agencyNo}/revealNumbers`
    const revealOnce = () => api.call('POST', path, { token, body })
    const responses = await Promise.all(Array.from({ length: 20 }, revealOnce))
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(10).fill(429)])
    const rejected = responses.find(({ status }) => status === 429)
    expect(rejected?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await rejected?.json()).toMatchObject({
      message: 'You can reveal numbers 10 times in 24 hours. Ask a colleague, or try again later.',
    })
    // The limit applies to each person separately.
    expect((await api.call('POST', path, { token: await staffWith('financeadmin'), body })).status).toBe(200)
  })
})
