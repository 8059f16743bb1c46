import { gzipSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency } from '../testing/builders.ts'
import { createSamplePng } from '../testing/png.ts'

const api = await createTestApi()
const { db } = api
const getToken = async (account: Parameters<typeof insertAccount>[1]) =>
  api.tokenFor({ accountId: (await insertAccount(db, account)).account_id })

const root = await insertAgency(db)
const agency = await insertAgency(db, { parent: root.agency_id })
const agent = await getToken({ agency_id: agency.agency_id })
const staff = await getToken({})

type Fields = Record<string, unknown>
const list = async (agentNo: string, token = agent) => {
  const response = await api.call('GET', `/api/v4/agent/widgets/${agentNo}`, { token })
  return { status: response.status, body: await response.json() }
}
const save = async (fields: Fields, token = agent, headers: Record<string, string> = {}) => {
  const response = await api.call('POST', '/api/v4/agent/widget', { token, body: fields, headers })
  return { status: response.status, body: await response.json() }
}
const remove = async (agentNo: string, id: string, token = agent) => {
  const response = await api.call('DELETE', `/api/v4/agent/widget/${agentNo}/${id}`, { token })
  return { status: response.status, body: await response.json() }
}

/** Returns the registration form that the screen sends. */
const form = (agentNo: string, more: Fields = {}) => ({
  AgentNo: agentNo,
  Name: 'Home page',
  Format: '{"align":"right"}',
  Logo: createSamplePng(),
  Disclosure: 'Quotes are estimates.',
  ReferralEmail: 'leads@example.com',
  ReferralPhone: '813-555-0100',
  ReferralWebsite: 'https://harborview.example.com',
  UseReferralEmailOnLeads: true,
  Source: 'home',
  agentNo,
  index: -1,
  ...more,
})
const created = async (agentNo: string, more: Fields = {}, token = agent) =>
  (await save(form(agentNo, more), token)).body

const none = { statusCode: 404, message: 'No Active Registration Found', Errors: ['No Active Registration Found'] }

describe('widget registrations', () => {
  it('return all documented fields as saved [D141] [P152] [D347] [P356]', async () => {
    const { agency_no } = await insertAgency(db, { parent: agency.agency_id })
    const { status, body } = await save(form(agency_no))
    const { agentNo: _, index: __, ...fields } = form(agency_no)
    expect([status, body]).toEqual([200, { Id: expect.any(String), ...fields }])
    expect(JSON.parse(body.Format)).toEqual({ align: 'right' })
    expect((await list(agency_no)).body).toEqual([body])
  })

  it('are listed, created, updated and deleted [D201] [D346] [D348] [P355] [P357]', async () => {
    const { agency_no } = await insertAgency(db, { parent: agency.agency_id })
    expect((await list(agency_no)).status).toBe(404)
    const { body: first } = await save(form(agency_no, { index: -1 }))
    const { body: second } = await save(form(agency_no, { Name: 'Second' }))
    const modified = await save(form(agency_no, { Id: first.Id, Name: 'Landing page', Logo: '', index: 0 }))
    expect(modified.body).toEqual({ ...first, Name: 'Landing page', Logo: null })
    expect((await list(agency_no)).body).toEqual([modified.body, second])
    expect(await remove(agency_no, first.Id)).toEqual({ status: 200, body: modified.body })
    expect((await list(agency_no)).body).toEqual([second])
    expect(await remove(agency_no, first.Id)).toMatchObject({ status: 404, body: none })
    const trail = await db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('entity_id', '=', first.Id)
      .orderBy('audit_id')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['widget.create', 'widget.change', 'widget.delete'])
    expect(JSON.stringify(trail)).not.toContain('base64')
  })

  it('default to the agency name and center alignment, and keep omitted fields unchanged', async () => {
    const { agency_no, company } = await insertAgency(db, { parent: agency.agency_id })
    const least = { AgentNo: agency_no, ReferralEmail: 'leads@example.com', ReferralPhone: '813-555-0100' }
    const { body } = await save(least)
    expect(body).toEqual({
      ...least,
      Id: expect.any(String),
      Name: company,
      Format: '{"align":"center"}',
      ...{ Logo: null, Disclosure: null, ReferralWebsite: null, UseReferralEmailOnLeads: false, Source: null },
    })
    const whole = await created(agency_no)
    expect((await save({ ...least, Id: whole.Id })).body).toEqual(whole)
  })

  it('return No Active Registration Found in the Errors field if no registration is active [P381] [P380]', async () => {
    const { agency_no } = await insertAgency(db, { parent: agency.agency_id })
    expect(await list(agency_no)).toMatchObject({ status: 404, body: none })
    expect((await save(form(agency_no, { ReferralEmail: 'nobody' }))).body.Errors).toEqual([
      'Please enter a valid email',
    ])
  })
})

describe('access to widget registrations', () => {
  it('lets staff manage registrations of all agencies, and agents only those of their own agencies [P005]', async () => {
    const below = await insertAgency(db, { parent: agency.agency_id })
    for (const token of [staff, agent, await getToken({ agency_id: root.agency_id })]) {
      const { Id } = await created(below.agency_no, {}, token)
      expect((await list(below.agency_no, token)).status).toBe(200)
      expect((await remove(below.agency_no, Id, token)).status).toBe(200)
    }
    const registration = await created(below.agency_no)
    const stranger = await getToken({ agency_id: (await insertAgency(db)).agency_id })
    const missing = await list('99999999', stranger)
    expect(missing).toMatchObject({ status: 404, body: none })
    const { requestId: _, ...words } = missing.body
    for (const rejected of [
      await list(below.agency_no, stranger),
      await save(form(below.agency_no), stranger),
      await save(form(below.agency_no, { Id: registration.Id }), stranger),
      await remove(below.agency_no, registration.Id, stranger),
      // Agents cannot see registrations of their parent agency.
      await list(root.agency_no),
    ])
      expect(rejected).toMatchObject({ status: 404, body: words })
    expect((await list(below.agency_no)).body).toEqual([registration])
  })

  it('returns 404 if the registration ID and the agency number belong to different agencies', async () => {
    const other = await insertAgency(db)
    const theirs = await created(other.agency_no, {}, staff)
    expect((await save(form(agency.agency_no, { Id: theirs.Id, Name: 'Mine' }))).status).toBe(404)
    expect((await remove(agency.agency_no, theirs.Id)).status).toBe(404)
    const two = await save(form(agency.agency_no, { agentNo: other.agency_no }))
    expect([two.status, two.body.Errors]).toEqual([400, ['Agency number must equal AgentNo.']])
    expect((await list(other.agency_no, staff)).body).toEqual([theirs])
  })

  it('lets read-only users view registrations but not change them', async () => {
    const { agency_no } = await insertAgency(db, { parent: agency.agency_id })
    const registration = await created(agency_no)
    for (const account of [{ agency_id: agency.agency_id, roles: ['readonly'] }, { roles: ['internal', 'readonly'] }]) {
      const token = await getToken(account)
      expect((await list(agency_no, token)).status).toBe(200)
      for (const rejected of [await save(form(agency_no), token), await remove(agency_no, registration.Id, token)])
        expect([rejected.status, rejected.body.Errors]).toEqual([403, ['You have read-only access.']])
    }
    expect((await list(agency_no)).body).toEqual([registration])
  })

  it('rejects new registrations for an inactive agency, but accepts changes to existing ones', async () => {
    const closing = await insertAgency(db)
    const registration = await created(closing.agency_no, {}, staff)
    await db.updateTable('agencies').set({ status: 'I' }).where('agency_id', '=', closing.agency_id).execute()
    expect(await save(form(closing.agency_no), staff)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'agency_inactive', field: 'AgentNo' }] },
    })
    expect((await save(form(closing.agency_no, { Id: registration.Id, Name: 'Kept' }), staff)).body.Name).toBe('Kept')
  })
})

describe('public widget', () => {
  const open = (path: string) =>
    api.call('GET', `/api/v1/widgets/${path}`, { headers: { Origin: 'https://harborview.example.com' } })

  it('returns the registration with the lead email address to any website', async () => {
    const { agency_no, agency_id, company } = await insertAgency(db, { email: 'office@example.com' })
    const { Id, ...form } = await created(agency_no, {}, staff)
    const response = await open(Id)
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await response.json()).payload).toEqual({
      ...{ id: Id, agencyNo: agency_no, company, align: 'right', logo: form.Logo, disclosure: form.Disclosure },
      ...{ email: 'leads@example.com', phone: form.ReferralPhone, website: form.ReferralWebsite, source: 'home' },
      quoteUrl: null,
    })
    const toOffice = await created(agency_no, { UseReferralEmailOnLeads: false }, staff)
    expect((await (await open(toOffice.Id)).json()).payload.email).toBe('office@example.com')
    await db.updateTable('agencies').set({ email: null }).where('agency_id', '=', agency_id).execute()
    expect((await (await open(toOffice.Id)).json()).payload.email).toBe('leads@example.com')
  })

  it('returns the quoting URL from the settings only if it is an external site', async () => {
    const { Id } = await created(agency.agency_no)
    const name = (link: string) =>
      db
        .insertInto('settings')
        .values({ key: 'links.quoting', value: JSON.stringify(link) })
        .onConflict((row) => row.column('key').doUpdateSet({ value: JSON.stringify(link) }))
        .execute()
    await name('https://quote.example.com/start')
    await api.at(120_000, async () => {
      expect((await (await open(Id)).json()).payload.quoteUrl).toBe('https://quote.example.com/start')
    })
    await name('/policies')
    await api.at(240_000, async () => {
      expect((await (await open(Id)).json()).payload.quoteUrl).toBeNull()
    })
  })

  it('returns 404 if the registration was deleted or the agency is inactive', async () => {
    const closing = await insertAgency(db)
    const { Id } = await created(closing.agency_no, {}, staff)
    await db.updateTable('agencies').set({ status: 'I' }).where('agency_id', '=', closing.agency_id).execute()
    for (const path of [Id, `${Id}/page`]) expect((await open(path)).status).toBe(404)
    await db.updateTable('agencies').set({ status: 'A' }).where('agency_id', '=', closing.agency_id).execute()
    expect((await open(`${Id}/page`)).status).toBe(200)
    await remove(closing.agency_no, Id, staff)
    for (const path of [Id, `${Id}/page`]) expect((await open(path)).status).toBe(404)
  })

  it('escapes the agency name on the widget page', async () => {
    const evil = await insertAgency(db, { company: '</title><script>alert(1)</script>' })
    const { Id } = await created(evil.agency_no, {}, staff)
    const response = await open(`${Id}/page`)
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    const page = await response.text()
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).toContain(`data-tideline-widget="${Id}"`)
  })

  it('serves a cacheable script and stylesheet of at most 12 kB', async () => {
    for (const [file, type] of [
      ['script.js', 'text/javascript; charset=UTF-8'],
      ['style.css', 'text/css; charset=UTF-8'],
    ] as const) {
      const response = await open(`files/${file}`)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
      expect(response.headers.get('cache-control')).toBe('public, max-age=300')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(gzipSync(await response.text()).length).toBeLessThan(12 * 1024)
    }
  })
})

describe('leads', () => {
  const lead = {
    address: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
    name: 'Marina Sample',
    email: 'marina@example.com',
  }
  const send = async (widgetId: string, body: Fields = lead, headers: Record<string, string> = {}) => {
    const response = await api.call('POST', `/api/v1/widgets/${widgetId}/leads`, { body, headers })
    return { status: response.status, body: await response.json() }
  }
  const read = async (path: string, token: string) => {
    const response = await api.call('GET', `/api/v1/leads${path}`, { token })
    return { status: response.status, body: await response.json() }
  }

  it('are saved, published as an event and emailed to the referral address (AGY-5)', async () => {
    const own = await insertAgency(db, { parent: agency.agency_id })
    const { Id } = await created(own.agency_no)
    expect(await send(Id, { ...lead, name: ' =Marina Sample ', phone: '813-555-0142' })).toMatchObject({
      status: 201,
      body: { message: `${own.company} will follow up with a quote.`, payload: null },
    })
    const { body } = await read(`?agencyNo=${own.agency_no}`, agent)
    const [saved] = body.payload.items
    expect(saved).toEqual({
      ...{ leadId: expect.any(String), agencyNo: own.agency_no, widgetName: 'Home page', source: 'home' },
      ...{ ...lead, name: '=Marina Sample', phone: '813-555-0142', createdAt: expect.any(String) },
    })
    expect((await read(`/${saved.leadId}`, agent)).body.payload).toEqual(saved)
    const event = await db.selectFrom('events').selectAll().where('agency_id', '=', own.agency_id).executeTakeFirst()
    expect([event?.type, event?.data]).toEqual(['lead.created', { agencyNo: own.agency_no, leadId: saved.leadId }])
    await api.runJobs()
    const email = await db
      .selectFrom('email_messages')
      .selectAll()
      .where('to_email', '=', 'leads@example.com')
      .where('template', '=', 'agency-lead')
      .executeTakeFirstOrThrow()
    expect(email.text).toContain('1200 Bayshore Demo Blvd, Tampa, FL 33606')
    expect(email.text).toContain(`/widgets/${own.agency_no}`)
    const csv = await api.call('GET', `/api/v1/leads/export?agencyNo=${own.agency_no}`, { token: agent })
    const exports = db.selectFrom('audit_log').select(['actor_kind', 'details']).where('action', '=', 'leads.export')
    expect(await exports.execute()).toEqual([{ actor_kind: 'agent', details: { agencyNo: own.agency_no } }])
    expect(await csv.text()).toBe(
      `leadId,createdAt,agencyNo,widgetName,source,name,email,phone,address\n${saved.leadId},${saved.createdAt},${own.agency_no},Home page,home,'=Marina Sample,marina@example.com,813-555-0142,"1200 Bayshore Demo Blvd, Tampa, FL 33606"\n`,
    )
  })

  it('are visible to the agency, the agencies above it and staff only', async () => {
    const below = await insertAgency(db, { parent: agency.agency_id })
    await send((await created(below.agency_no)).Id)
    const above = await getToken({ agency_id: root.agency_id })
    for (const token of [agent, above, staff])
      expect((await read(`?agencyNo=${below.agency_no}`, token)).body.payload.resultCount).toBe(1)
    const [saved] = (await read(`?agencyNo=${below.agency_no}`, staff)).body.payload.items
    const stranger = await getToken({ agency_id: (await insertAgency(db)).agency_id })
    for (const path of [`?agencyNo=${below.agency_no}`, `/${saved.leadId}`, `/export?agencyNo=${below.agency_no}`])
      expect((await read(path, stranger)).status).toBe(404)
    expect((await read('', stranger)).body.payload.items).toEqual([])
  })

  it('can be sent from any website, and are rejected without a contact or for a removed widget', async () => {
    const { Id } = await created(agency.agency_no)
    const preflight = await api.call('OPTIONS', `/api/v1/widgets/${Id}/leads`, {
      headers: { Origin: 'https://harborview.example.com', 'Access-Control-Request-Method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(preflight.headers.get('access-control-allow-headers')).toBe('Content-Type, Idempotency-Key')
    for (const [field, value] of [
      ['address', ' '],
      ['name', ''],
      ['name', 'A\u0000'],
      ['email', 'nobody'],
      ['phone', '555'],
    ] as const)
      expect(await send(Id, { ...lead, [field]: value })).toMatchObject({ status: 400, body: { errors: [{ field }] } })
    await remove(agency.agency_no, Id)
    expect((await send(Id)).status).toBe(404)
  })

  it('are saved once for 20 simultaneous requests with the same key', async () => {
    const own = await insertAgency(db, { parent: agency.agency_id })
    const { Id } = await created(own.agency_no)
    const key = { 'Idempotency-Key': `lead-of-${own.agency_no}` }
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(Id, lead, key)))
    expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect((await read(`?agencyNo=${own.agency_no}`, agent)).body.payload.resultCount).toBe(1)
  })

  it('return no insured addresses as suggestions', async () => {
    const { Id } = await created(agency.agency_no)
    const response = await api.call('GET', `/api/v1/widgets/${Id}/addresses?prefix=1200%20Bay`)
    expect((await response.json()).payload).toEqual([])
  })
})

describe('widget registration validation', () => {
  test.each([undefined, '', 'leads at example.com'])(
    'rejects the email address %j with the message Please enter a valid email [D264] [P236]',
    async (ReferralEmail) => {
      const { status, body } = await save(form(agency.agency_no, { ReferralEmail }))
      expect([status, body.Errors]).toEqual([400, ['Please enter a valid email']])
    },
  )

  test.each([undefined, '', '8135550100', '813-555-010', '(813) 555-0100', '813-555-0100\n'])(
    'rejects the phone number %j with the message Please enter a valid phone number [D265] [P236]',
    async (ReferralPhone) => {
      const { status, body } = await save(form(agency.agency_no, { ReferralPhone }))
      expect([status, body.Errors.at(-1)]).toEqual([400, 'Please enter a valid phone number'])
    },
  )

  test.each([
    'javascript:alert(1)',
    'https://user:secret@example.com',
    'https://example',
    'harborview',
    'https://a b.example.com',
  ])('rejects the website %j with the message Please enter a valid url [D266] [P236]', async (ReferralWebsite) => {
    const { status, body } = await save(form(agency.agency_no, { ReferralWebsite }))
    expect([status, body.Errors]).toEqual([400, ['Please enter a valid url']])
  })

  test('accepts an empty website and saves it as null [D266]', async () => {
    const { agency_no } = await insertAgency(db, { parent: agency.agency_id })
    for (const ReferralWebsite of [null, ''])
      expect((await save(form(agency_no, { ReferralWebsite }))).body.ReferralWebsite).toBeNull()
  })

  test('rejects a logo that is not an image, an unknown alignment and text with a NUL character', async () => {
    const svg = `data:image/svg+xml;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}`
    const text = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`
    for (const Logo of [svg, text])
      expect(await save(form(agency.agency_no, { Logo }))).toMatchObject({
        status: 422,
        body: { errors: [{ code: 'invalid_image', field: 'Logo' }] },
      })
    for (const fields of [
      { Format: '{"align":"left"}' },
      { Format: 'center' },
      { Name: 'A\u0000' },
      { Disclosure: '\u0000' },
    ])
      expect((await save(form(agency.agency_no, fields))).status).toBe(400)
  })
})

describe('simultaneous widget saves', () => {
  it('create one registration for requests with the same idempotency key', async () => {
    const { agency_no } = await insertAgency(db, { parent: agency.agency_id })
    const key = { 'Idempotency-Key': `widget-of-${agency_no}` }
    const responses = await Promise.all(Array.from({ length: 20 }, () => save(form(agency_no), agent, key)))
    expect(responses.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect((await list(agency_no)).body).toHaveLength(1)
  })

  it('never mix the fields of two changes or exceed fifty registrations', async () => {
    const full = await insertAgency(db, { parent: agency.agency_id })
    const { Id } = await created(full.agency_no)
    const changes = Array.from({ length: 20 }, (_, at) =>
      form(full.agency_no, { Id, Name: `Name ${at}`, Source: `${at}` }),
    )
    const changed = await Promise.all(changes.map((change) => save(change)))
    expect(changed.map(({ status }) => status)).toEqual(changes.map(() => 200))
    const [last] = (await list(full.agency_no)).body
    expect(last.Name).toBe(`Name ${last.Source}`)

    await db
      .insertInto('widgets')
      .values(
        Array.from({ length: 48 }, (_, at) => ({
          ...{ agency_id: full.agency_id, name: `Page ${at}`, referral_email: 'leads@example.com' },
          referral_phone: '813-555-0100',
        })),
      )
      .execute()
    const responses = await Promise.all(changes.map((change) => save({ ...change, Id: null })))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.find(({ status }) => status !== 200)?.body.Errors).toEqual([
      'Agency number: an agency has at most 50 registrations. Remove one first.',
    ])
    expect((await list(full.agency_no)).body).toHaveLength(50)
  })
})
