import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { RegistrationPage } from '@tideline/sdk/types'
import { describe, expect, it } from 'vitest'
import { getPdfLines } from '../documents/pdf-lines.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency } from '../testing/builders.ts'
import { createSamplePng } from '../testing/png.ts'
import { registrationConsent } from './agreements.ts'

const api = await createTestApi()
const { db, runJobs } = api
const root = await insertAgency(db)
const getToken = async (input: Parameters<typeof insertAccount>[1]) =>
  api.tokenFor({ accountId: (await insertAccount(db, input)).account_id })
const staff = await getToken({ roles: ['internal'] })
const above = await getToken({ agency_id: root.agency_id })
const stranger = await getToken({ agency_id: (await insertAgency(db)).agency_id })

// biome-ignore lint/suspicious/noExplicitAny: responses are validated against the contract at run time
async function call(token: string, request: string, body?: object): Promise<{ status: number; body: any }> {
  const [method = '', path = ''] = request.split(' ')
  const response = await api.call(method, path, { token, ...(body && { body }) })
  return { status: response.status, body: await response.json() }
}

const license = { state: 'FL', licenseNo: 'L-9', type: 'agency', effectiveDate: '2026-01-01', expiration: '2099-12-31' }
const whole: RegistrationPage = {
  ...{ company: 'Sandbar Coverage', taxId: '59-1234567', addr1: '7 Sandbar Demo Rd', city: 'Tampa', state: 'FL' },
  ...{ zip: '33606', phone: '813-555-0177', email: 'sandbar@example.com' },
  ...{ licenses: [{ ...license, type: 'agency' }], eoInsurer: 'Sample Mutual', eoPolicyNumber: 'EO-1' },
  ...{ eoExpiration: '2099-06-30', bankName: 'Demo Bank', bankRoutingNo: '110000000', bankAccountNo: '000123456789' },
}
const signature = {
  ...{ signedByName: ' Bay Water ', signedImage: createSamplePng(), consented: true },
  consentVersion: registrationConsent.version,
}

let count = 0
/** Creates an agency under the root, like staff do, and the person who completes its registration. */
async function aNewAgency() {
  const { agency_no, agency_id } = await insertAgency(db, { parent: root.agency_id, status: 'P' })
  const address = `/api/v1/agencies/${agency_no}/registration`
  const person = { FirstName: 'Bay', LastName: 'Water', Email: `bay-${++count}-${agency_no}@example.com` }
  return { agency_no, agency_id, address, person }
}
type New = Awaited<ReturnType<typeof aNewAgency>>
/** Sends the link again one minute later. */
const sendAfterAMinute = async (agency: New) => {
  await api.at(61_000, async () => expect((await send(agency)).status).toBe(200))
}
const send = ({ address, person }: New) => call(staff, `POST ${address}/send`, person)

const mailTo = async (email: string, template: string) => {
  await runJobs()
  const mails = await db
    .selectFrom('email_messages')
    .select(['text', 'created_at'])
    .where('to_email', '=', email)
    .where('template', '=', template)
    .orderBy('created_at')
    .orderBy('email_message_id')
    .execute()
  return mails.map(({ text }) => text)
}
const linksTo = async (email: string) =>
  (await mailTo(email, 'agency-registration')).map((text) =>
    decodeURIComponent(/completion\/\?auth=([^\s)>\]]+)/.exec(text)?.[1] ?? ''),
  )
const redeem = async (token: string) => {
  const response = await api.call('GET', `/api/v1/auth/authorize?token=${encodeURIComponent(token)}`)
  return { status: response.status, body: await response.json() }
}
/** Opens the latest link and returns the session token. */
async function signedInBy(agency: New): Promise<string> {
  const [link = ''] = (await linksTo(agency.person.Email)).slice(-1)
  return (await redeem(link)).body.payload.Token
}
async function aBegunRegistration() {
  const agency = await aNewAgency()
  expect((await send(agency)).status).toBe(200)
  return { ...agency, own: await signedInBy(agency) }
}
async function aSignedRegistration() {
  const agency = await aBegunRegistration()
  expect((await call(agency.own, `PUT ${agency.address}`, whole)).status).toBe(200)
  expect((await call(agency.own, `POST ${agency.address}/sign`, signature)).status).toBe(200)
  return agency
}

describe('registration link', () => {
  it('signs in only once and stops working after a newer link is sent', async () => {
    const agency = await aNewAgency()
    expect((await send(agency)).body.message).toBe(`The link was sent to ${agency.person.Email}.`)
    await sendAfterAMinute(agency)
    const [first = '', second = ''] = await linksTo(agency.person.Email)
    expect((await redeem(first)).status).toBe(401)
    const both = await Promise.all([redeem(second), redeem(second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    await api.call('POST', '/api/v1/auth/requestPasswordReset', { body: { email: agency.person.Email } })
    expect(await mailTo(agency.person.Email, 'password-reset')).toHaveLength(1)
  })

  it('expires after seven days', async () => {
    const agency = await aNewAgency()
    await send(agency)
    const [link = ''] = await linksTo(agency.person.Email)
    await api.at(7 * 86_400_000 + 60_000, async () => expect((await redeem(link)).status).toBe(410))
    expect((await redeem(link)).status).toBe(200)
  })

  it('is rejected if the email belongs to another agency or if the agency is not registering', async () => {
    const agency = await aNewAgency()
    const { email } = await insertAccount(db, { agency_id: root.agency_id })
    const taken = await send({ ...agency, person: { ...agency.person, Email: email.toUpperCase() } })
    expect([taken.status, taken.body.errors[0]]).toMatchObject([409, { code: 'already_exists', field: 'Email' }])
    const active = { ...agency, address: `/api/v1/agencies/${root.agency_no}/registration` }
    expect((await send(active)).body.errors[0].code).toBe('agency_inactive')
  })

  it('returns 429 with Retry-After if requested again within a minute', async () => {
    const agency = await aNewAgency()
    const request = { token: staff, body: agency.person }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => api.call('POST', `${agency.address}/send`, request)),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(429)])
    for (const rejected of responses.filter(({ status }) => status === 429)) {
      expect((await rejected.json()).errors[0].code).toBe('already_sent')
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(30)
    }
    expect(await linksTo(agency.person.Email)).toHaveLength(1)
    await sendAfterAMinute(agency)
    expect(await linksTo(agency.person.Email)).toHaveLength(2)
  })

  it('can be sent only by staff with write access', async () => {
    const agency = await aNewAgency()
    for (const token of [above, stranger, await getToken({ roles: ['internal', 'readonly'] })])
      expect((await call(token, `POST ${agency.address}/send`, agency.person)).status).toBe(403)
  })
})

describe('registration form', () => {
  it('saves one page at a time, returns missing fields and masks account numbers', async () => {
    const { own, address } = await aBegunRegistration()
    const { licenses, eoInsurer, eoPolicyNumber, eoExpiration, ...rest } = whole
    const { bankName, bankRoutingNo, bankAccountNo, ...first } = rest
    expect((await call(own, `GET ${address}`)).body.payload).toMatchObject({ status: 'P', isComplete: false })
    const saved = await call(own, `PUT ${address}`, first)
    expect(new Set(saved.body.payload.missing.map(({ step }: { step: string }) => step))).toEqual(
      new Set(['licenses', 'bank']),
    )
    await call(own, `PUT ${address}`, { licenses, eoInsurer, eoPolicyNumber, eoExpiration })
    await call(own, `PUT ${address}`, { bankName, bankRoutingNo, bankAccountNo })
    const { payload } = (await call(own, `GET ${address}`)).body
    expect(payload).toMatchObject({
      ...{ missing: [], company: 'Sandbar Coverage' },
      form: { ...whole, taxId: '**-***4567', bankAccountNo: '********6789', licenses: [license] },
    })
    // Saving the form without any edits changes nothing.
    expect((await call(own, `PUT ${address}`, payload.form)).body.payload.form).toEqual(payload.form)
  })

  it('reports an expired license or E&O policy as missing, and rejects invalid numbers', async () => {
    const { own, address } = await aBegunRegistration()
    const late = { ...license, expiration: '2026-06-30' }
    const { payload } = (await call(own, `PUT ${address}`, { ...whole, licenses: [late], eoExpiration: '2026-06-30' }))
      .body
    expect(payload.missing.map(({ field }: { field: string }) => field)).toEqual(['licenses', 'eoExpiration'])
    for (const [wrong, code] of [
      [{ bankRoutingNo: '123456789' }, 'invalid_number'],
      [{ licenses: [license, license] }, 'duplicate_item'],
      [{ licenses: [{ ...license, expiration: '2025-12-31' }] }, 'stop_before_start'],
    ] as const)
      expect((await call(own, `PUT ${address}`, wrong)).body.errors[0].code).toBe(code)
    expect((await call(own, `PUT ${address}`, { company: 'A\u0000B' })).status).toBe(400)
    expect((await call(own, `PUT ${address}`, { status: 'A' })).status).toBe(400)
  })

  it('can be read by the agency and its parent, but changed only by the agency', async () => {
    const { own, address, agency_id } = await aBegunRegistration()
    expect((await call(above, `GET ${address}`)).status).toBe(200)
    expect((await call(above, `PUT ${address}`, whole)).status).toBe(403)
    expect((await call(above, `POST ${address}/sign`, signature)).status).toBe(403)
    for (const request of [`GET ${address}`, `PUT ${address}`, `POST ${address}/sign`]) {
      const body = request.startsWith('PUT') ? whole : request.startsWith('POST') ? signature : undefined
      expect((await call(stranger, request, body)).status).toBe(404)
    }
    expect((await call(staff, `PUT ${address}`, whole)).status).toBe(403)
    expect((await call(staff, `POST ${address}/sign`, signature)).status).toBe(403)
    const readonlyAgent = await getToken({ agency_id, roles: ['readonly'] })
    expect((await call(readonlyAgent, `PUT ${address}`, whole)).status).toBe(403)
    expect((await call(readonlyAgent, `POST ${address}/sign`, signature)).status).toBe(403)
    // The agency has no other access before its approval.
    expect((await call(own, 'GET /api/v1/policies')).status).toBe(403)
  })
})

describe('registration signing', () => {
  it('requires a complete form, the current consent version and a visible signature', async () => {
    const { own, address } = await aBegunRegistration()
    const sign = async (more: object = {}) => (await call(own, `POST ${address}/sign`, { ...signature, ...more })).body
    expect((await sign()).errors[0]).toMatchObject({ code: 'missing_answers', field: 'taxId' })
    await call(own, `PUT ${address}`, whole)
    expect((await sign({ consentVersion: '2020-01' })).errors[0].code).toBe('consent_outdated')
    expect((await sign({ consented: false })).statusCode).toBe(400)
    expect((await sign({ signedImage: createSamplePng(255) })).errors[0].code).toBe('blank_signature')
    expect((await sign({ signedImage: '' })).errors[0].code).toBe('invalid_image')
    expect((await call(own, `GET ${address}`)).body.payload.isComplete).toBe(false)
  })

  it('returns 422 if the agency is not registering', async () => {
    const { own, address, agency_id } = await aBegunRegistration()
    await call(own, `PUT ${address}`, whole)
    await db.updateTable('agencies').set({ status: 'A' }).where('agency_id', '=', agency_id).execute()
    for (const [request, body] of [
      [`PUT ${address}`, whole],
      [`POST ${address}/sign`, signature],
    ] as const) {
      const { status, body: rejected } = await call(own, request, body)
      expect([status, rejected.errors[0].code]).toEqual([422, 'agency_inactive'])
    }
  })

  it('accepts the signing example from the OpenAPI contract', async () => {
    const { own, address } = await aBegunRegistration()
    await call(own, `PUT ${address}`, whole)
    const { paths } = JSON.parse(
      readFileSync(createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json'), 'utf8'),
    )
    const { value } =
      paths['/api/v1/agencies/{agencyNo}/registration/sign'].post.requestBody.content['application/json'].examples
        .signed
    expect((await call(own, `POST ${address}/sign`, value)).status).toBe(200)
  })

  it('stamps and seals each document once in two simultaneous requests', async () => {
    const { own, address, agency_no, agency_id } = await aBegunRegistration()
    await call(own, `PUT ${address}`, whole)
    const both = await Promise.all([1, 2].map(() => call(own, `POST ${address}/sign`, signature)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { payload } = (await call(own, `GET ${address}`)).body
    expect(payload).toMatchObject({ isComplete: true, status: 'P' })
    const rows = await db.selectFrom('registration_documents').selectAll().where('agency_id', '=', agency_id).execute()
    expect(payload.documents).toHaveLength(2)
    for (const { link, docName, signedByName } of payload.documents) {
      expect(signedByName).toBe('Bay Water')
      const file = await api.call('GET', `/api/v1/agencies/doc?link=${encodeURIComponent(link)}`, { token: own })
      const bytes = new Uint8Array(await file.arrayBuffer())
      const row = rows.find(({ doc_name }) => doc_name === docName)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(row?.sha256_after)
      expect((await PDFDocument.load(bytes)).getPageCount()).toBeGreaterThan(1)
      // Dates are not printed in ISO format.
      expect((await getPdfLines(new Uint8Array(bytes))).join(' ')).not.toMatch(/\d{4}-\d{2}-\d{2}/)
      const name = link.split('/').at(-1)
      const deleted = await call(staff, `DELETE /api/v1/agencies/${agency_no}/documents`, { documentName: name })
      expect([deleted.status, deleted.body.errors[0].code]).toEqual([409, 'already_signed'])
    }
    const trail = await db
      .selectFrom('registration_events')
      .select('event')
      .where('agency_id', '=', agency_id)
      .orderBy('registration_event_id')
      .execute()
    expect(trail.map(({ event }) => event)).toEqual(['sent', 'consented', 'signed', 'signed', 'completed'])
    await expect(db.deleteFrom('registration_events').execute()).rejects.toThrow('append-only')
    await expect(
      db.updateTable('registration_documents').set({ doc_text: 'Else' }).where('agency_id', '=', agency_id).execute(),
    ).rejects.toThrow('append-only')
    const emails = await mailTo('support@example.com', 'agency-registered')
    expect(emails.filter((text) => text.includes(`agency ${agency_no}`))).toHaveLength(1)
    // Signed data can no longer be changed.
    expect((await call(own, `PUT ${address}`, { company: 'Else' })).body.errors[0].code).toBe('already_signed')
    expect((await send({ address, person: { Email: 'else@example.com' } } as New)).status).toBe(400)
  })
})

describe('registration approval', () => {
  it('is required before an agency can be activated (422)', async () => {
    const { agency_no, address } = await aBegunRegistration()
    const get = async () => (await call(staff, `GET /api/v1/agencies/${agency_no}`)).body.payload
    const setTo = async (status: string) => {
      const agency = await get()
      const agencyDetailInfo = { ...agency.agencyDetailInfo, status }
      return call(staff, 'POST /api/v1/agencies/update', { ...agency, agencyDetailInfo })
    }
    const asRow = async (status: string) => {
      const { company, addr1, city, state, zip, phone, email } = whole
      const row = { company, addr1, city, state, zip, phone, email, status }
      return call(staff, `PUT /api/admin/agencies/${agency_no}`, row)
    }
    for (const status of ['A', 'I'])
      for (const response of [await setTo(status), await asRow(status)])
        expect([response.status, response.body.errors[0].code, response.body.errors[0].field]).toEqual([
          ...[422, 'not_changeable', 'status'],
        ])
    // A terminated agency cannot be activated either.
    expect((await setTo('T')).status).toBe(200)
    expect((await setTo('A')).status).toBe(422)
    expect((await setTo('P')).status).toBe(200)
    expect((await call(staff, `POST ${address}/approve`)).status).toBe(422)
    expect((await get()).agencyDetailInfo.status).toBe('P')
  })

  it('activates a signed agency once and emails a link to set a password', async () => {
    const { own, address, person, agency_no } = await aSignedRegistration()
    for (const token of [own, above, await getToken({ roles: ['internal', 'readonly'] })])
      expect((await call(token, `POST ${address}/approve`)).status).toBe(403)
    const both = await Promise.all([1, 2].map(() => call(staff, `POST ${address}/approve`)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await call(staff, `GET /api/v1/agencies/${agency_no}`)).body.payload.agencyDetailInfo.status).toBe('A')
    const [mail = ''] = await mailTo(person.Email, 'agency-approved')
    const token = decodeURIComponent(/login\/reset\/([^\s)>\]]+)/.exec(mail)?.[1] ?? '')
    const newPassword = 'Tideline-Demo-2'
    expect((await api.call('POST', '/api/v1/auth/resetPassword', { body: { token, newPassword } })).status).toBe(200)
    const session = await api.call('POST', '/api/v1/auth/login', {
      body: { email: person.Email, password: newPassword },
    })
    const { payload } = await session.json()
    expect((await call(payload.token, 'GET /api/v1/policies')).status).toBe(200)
  })

  it('invalidates an unused registration link', async () => {
    const agency = await aBegunRegistration()
    await sendAfterAMinute(agency)
    const [, unused = ''] = await linksTo(agency.person.Email)
    await call(agency.own, `PUT ${agency.address}`, whole)
    await call(agency.own, `POST ${agency.address}/sign`, signature)
    expect((await call(staff, `POST ${agency.address}/approve`)).status).toBe(200)
    expect((await redeem(unused)).status).toBe(401)
  })

  it('is rejected until the agreements are signed', async () => {
    const { address } = await aBegunRegistration()
    expect((await call(staff, `POST ${address}/approve`)).body.errors[0].code).toBe('missing_document')
  })
})
