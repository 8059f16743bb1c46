import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { createJpeg, sampleExif } from '../testing/photo.ts'
import { createPng, createSamplePng } from '../testing/png.ts'

const api = await createTestApi()
const { db, call } = api
const agency = await insertAgency(db)
const agent = await api.tokenFor({
  accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id,
})
const staff = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
const term = { inception_date: days(-100), effective_date: days(-100), expiration_date: days(265) }
async function aPolicyholder(product = 1) {
  const policy = await insertPolicy(db, {
    product,
    columns: { agency_id: agency.agency_id, agency_no: agency.agency_no, ...term },
  })
  return { ...policy, token: await api.tokenFor({ identityId: policy.identity_id }) }
}
const other = await aPolicyholder()

const loss = (more: object = {}) => ({
  dateOfLoss: days(-3),
  causeOfLoss: 'flood',
  description: 'Water in the ground floor.',
  contactPhone: '813-555-0142',
  ...more,
})
const report = (token: string, policyNo: string, body: object = loss(), key?: string) =>
  call('POST', `/api/v1/policyholder/policies/${policyNo}/claims`, {
    token,
    body,
    headers: key ? { 'Idempotency-Key': key } : {},
  })
const list = async (token: string, policyNo: string) =>
  (await (await call('GET', `/api/v1/policyholder/policies/${policyNo}/claims`, { token })).json()).payload
async function aReportedClaim() {
  const policyholder = await aPolicyholder()
  const response = await report(policyholder.token, policyholder.policy_no)
  expect(response.status).toBe(201)
  return { ...policyholder, claim: (await response.json()).payload }
}
type Part = string | Uint8Array<ArrayBuffer>
function upload(
  token: string,
  claimId: string,
  content: Part,
  {
    name = 'image.jpg',
    type = '',
    location,
    key,
  }: { name?: string; type?: string; location?: string; key?: string } = {},
) {
  const raw = new FormData()
  raw.append('photo', new File([content], name, { type }))
  if (location) raw.append('location', location)
  const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {}
  return call('POST', `/api/v1/policyholder/claims/${claimId}/photos`, { token, raw, headers })
}
const aPhoto = (n = 1, more: Parameters<typeof createJpeg>[0] = {}) =>
  new Uint8Array(createJpeg({ data: Buffer.from([n % 250, 7, Math.floor(n / 250)]), ...more }))
const getCode = async (response: Response) =>
  ((await response.json()) as { errors: { code: string }[] }).errors[0]?.code
const emailsAbout = (policyId: string) =>
  db
    .selectFrom('email_messages')
    .select(['template', 'to_email', 'subject', 'text'])
    .where('policy_id', '=', policyId)
    .orderBy('template')
    .execute()

describe('claim reported by a policyholder (CLM-3)', () => {
  it('is visible to staff and agents with the contact details, and dated today', async () => {
    const { policy_no, claim } = await aReportedClaim()
    expect(claim).toMatchObject({ policyNo: policy_no, status: 'Open', canAddPhotos: true, photos: [] })
    for (const token of [staff, agent]) {
      const { payload } = await (await call('GET', `/api/v1/claims/${claim.id}`, { token })).json()
      expect(payload.claim).toMatchObject({
        claimNumber: claim.claimNumber,
        noticeDate: claim.reportedOn,
        contactPhone: '813-555-0142',
        contactNote: null,
        adjusterName: null,
      })
    }
  })

  it('is confirmed to the policyholder by email, and announced to the agency', async () => {
    const { policy_id, email, claim } = await aReportedClaim()
    await api.runJobs()
    const [toAgency, toInsured] = await emailsAbout(policy_id)
    expect(toAgency).toMatchObject({
      template: 'agency-claim-reported',
      to_email: `office-${agency.agency_no}@example.com`,
    })
    expect(toInsured).toMatchObject({ template: 'claim-reported', to_email: email })
    for (const sent of [toAgency, toInsured]) expect(sent?.subject).toContain(claim.claimNumber)
    expect(toInsured?.text).toContain('813-555-0142')
  })

  it('sends no email if an agent reports the claim, as before', async () => {
    const { policy_no, policy_id } = await aPolicyholder()
    const body = { ...loss(), policyNo: policy_no, noticeDate: days(-2) }
    expect((await call('POST', '/api/v1/claims', { token: agent, body })).status).toBe(201)
    await api.runJobs()
    expect(await emailsAbout(policy_id)).toEqual([])
  })

  it('lists only claims that the policyholder reported, without adjuster and amounts', async () => {
    const { policy_no, token, claim } = await aReportedClaim()
    const body = { ...loss(), policyNo: policy_no, noticeDate: days(-2), causeOfLoss: 'other' }
    await call('POST', '/api/v1/claims', { token: agent, body })
    const claims = await list(token, policy_no)
    expect(claims).toEqual([claim])
    expect(Object.keys(claims[0])).not.toEqual(expect.arrayContaining(['reserve']))
  })

  it('returns 404 for the policy of another policyholder', async () => {
    const { policy_no } = await aPolicyholder()
    expect((await report(other.token, policy_no)).status).toBe(404)
    expect((await call('GET', `/api/v1/policyholder/policies/${policy_no}/claims`, other)).status).toBe(404)
  })

  it.each([
    ['before the term', loss({ dateOfLoss: days(-101) }), 'outside_term'],
    ['in the future', loss({ dateOfLoss: days(2) }), 'date_in_future'],
  ])('rejects a date of loss %s (CLM-1)', async (_, body, code) => {
    const { policy_no, token } = await aPolicyholder()
    const response = await report(token, policy_no, body)
    expect([response.status, await getCode(response)]).toEqual([422, code])
  })

  it('rejects earthquake policies and policies that have not begun', async () => {
    const quake = await aPolicyholder(4)
    expect(await getCode(await report(quake.token, quake.policy_no))).toBe('wrong_product')
    const { policy_no, identity_id } = await insertPolicy(db, { columns: { inception_date: days(5) } })
    const early = await report(await api.tokenFor({ identityId: identity_id }), policy_no)
    expect(await getCode(early)).toBe('policy_not_incepted')
  })

  it.each([
    ['a blank description', { description: ' \n ' }],
    ['the character NUL', { description: 'Water\u0000' }],
    ['an unpaired surrogate', { description: 'Water \ud800' }],
    ['a line break in the contact note', { contactNote: 'call\nme' }],
    ['an invalid phone number', { contactPhone: '911' }],
    ['a field for staff', { adjusterName: 'Me' }],
  ])('rejects %s', async (_, more) => {
    const { policy_no, token } = await aPolicyholder()
    expect((await report(token, policy_no, loss(more))).status).toBe(400)
    expect(await list(token, policy_no)).toEqual([])
  })

  it('creates one claim for 20 requests at the same time, and returns 409 with its number for the others', async () => {
    const { policy_no, token } = await aPolicyholder()
    const responses = await Promise.all(Array.from({ length: 20 }, () => report(token, policy_no)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    const [claim, ...more] = await list(token, policy_no)
    expect(more).toEqual([])
    for (const response of responses)
      if (response.status === 409) expect((await response.json()).message).toContain(claim.claimNumber)
  })

  it('returns the same claim for a double click, which sends the same key', async () => {
    const { policy_no, token } = await aPolicyholder()
    const key = randomUUID()
    const [first, second] = [await report(token, policy_no, loss(), key), await report(token, policy_no, loss(), key)]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(await second.json()).toEqual(await first.json())
  })

  it('accepts another cause, another date, and the same loss again after its claim is closed', async () => {
    const { policy_no, token, claim } = await aReportedClaim()
    expect((await report(token, policy_no, loss({ causeOfLoss: 'mudflow' }))).status).toBe(201)
    expect((await report(token, policy_no, loss({ dateOfLoss: days(-4) }))).status).toBe(201)
    expect((await report(token, policy_no)).status).toBe(409)
    await db.updateTable('claims').set({ status: 'Closed' }).where('claim_id', '=', claim.id).execute()
    expect((await report(token, policy_no)).status).toBe(201)
  })

  it('can be reported in a session that is limited to the policy', async () => {
    const { policy_no, policy_id, identity_id, agency_id } = await aPolicyholder()
    const identification = { method: 'link', policyId: policy_id, agencyId: agency_id } as const
    const token = await api.tokenFor({ identityId: identity_id, identification })
    const response = await report(token, policy_no)
    expect(response.status).toBe(201)
    const { id } = (await response.json()).payload
    expect((await upload(token, id, aPhoto())).status).toBe(201)
  })
})

describe('claim photos of a policyholder (CLM-4)', () => {
  const download = async (claimId: string, id: string) => {
    const response = await call('GET', `/api/v1/claims/${claimId}/documents/${id}`, { token: staff })
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    return Buffer.from(await response.arrayBuffer()).toString('latin1')
  }
  const withSecrets = () => aPhoto(1, { exif: sampleExif, more: [[0xfe, Buffer.from('SECRET-OWNER')]] })

  it('loses its location and all other metadata', async () => {
    const { token, claim, policy_no } = await aReportedClaim()
    const response = await upload(token, claim.id, withSecrets())
    const { payload: photo } = await response.json()
    expect(photo).toMatchObject({ fileName: 'photo_1.jpg', hasLocation: false })
    const stored = await download(claim.id, photo.id)
    expect(stored).not.toContain('SECRET')
    expect(stored).not.toContain('N\0\0\0')
    expect((await list(token, policy_no))[0].photos).toEqual([photo])
  })

  it('keeps only its location with consent, which the audit log records', async () => {
    const { token, claim } = await aReportedClaim()
    const { payload: photo } = await (await upload(token, claim.id, withSecrets(), { location: 'keep' })).json()
    expect(photo.hasLocation).toBe(true)
    const stored = await download(claim.id, photo.id)
    expect(stored).toContain('N\0\0\0')
    expect(stored).not.toContain('SECRET')
    const { payload: files } = await (
      await call('GET', `/api/v1/claims/${claim.id}/documents`, { token: staff })
    ).json()
    expect(files).toMatchObject([{ documentType: 'photo', hasLocation: true }])
    const { details } = await db
      .selectFrom('audit_log')
      .select('details')
      .where('entity_id', '=', photo.id)
      .executeTakeFirstOrThrow()
    expect(details).toMatchObject({ location: 'kept with consent' })
  })

  it('gets a new name, because phones give all photos the same name', async () => {
    const { token, claim } = await aReportedClaim()
    const names = []
    const sample = Buffer.from(createSamplePng().split(',')[1] ?? '', 'base64')
    names.push((await (await upload(token, claim.id, aPhoto(1))).json()).payload.fileName)
    names.push((await (await upload(token, claim.id, aPhoto(2))).json()).payload.fileName)
    names.push((await (await upload(token, claim.id, sample, { name: 'image.png' })).json()).payload.fileName)
    expect(names).toEqual(['photo_1.jpg', 'photo_2.jpg', 'photo_3.png'])
  })

  it('is added once: a retry with the same key returns it, and the same photo again returns 409', async () => {
    const { token, claim, policy_no } = await aReportedClaim()
    const key = randomUUID()
    const first = await (await upload(token, claim.id, aPhoto(), { key })).json()
    expect(await (await upload(token, claim.id, aPhoto(), { key })).json()).toEqual(first)
    expect(await getCode(await upload(token, claim.id, aPhoto()))).toBe('already_uploaded')
    expect((await list(token, policy_no))[0].photos).toHaveLength(1)
  })

  it('is limited to 20 per claim, even if 25 arrive at the same time', async () => {
    const { token, claim, policy_no } = await aReportedClaim()
    const responses = await Promise.all(Array.from({ length: 25 }, (_, n) => upload(token, claim.id, aPhoto(n + 1))))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20)
    const rejected = responses.filter(({ status }) => status !== 201)
    for (const response of rejected) expect(await getCode(response)).toBe('too_many_photos')
    const [{ photos, canAddPhotos }] = await list(token, policy_no)
    expect([photos.length, canAddPhotos]).toEqual([20, false])
    expect(new Set(photos.map(({ fileName }: { fileName: string }) => fileName)).size).toBe(20)
  })

  it('is rejected once the claim is closed', async () => {
    const { token, claim, policy_no } = await aReportedClaim()
    await db.updateTable('claims').set({ status: 'Denied' }).where('claim_id', '=', claim.id).execute()
    expect(await getCode(await upload(token, claim.id, aPhoto()))).toBe('claim_is_closed')
    expect((await list(token, policy_no))[0].canAddPhotos).toBe(false)
  })

  it('returns 404 for a claim of another policyholder, and for a claim that an agent reported', async () => {
    const { token, claim, policy_no } = await aReportedClaim()
    expect((await upload(other.token, claim.id, aPhoto())).status).toBe(404)
    expect((await upload(token, randomUUID(), aPhoto())).status).toBe(404)
    const body = { ...loss(), policyNo: policy_no, noticeDate: days(-2), causeOfLoss: 'other' }
    const { payload } = await (await call('POST', '/api/v1/claims', { token: agent, body })).json()
    expect((await upload(token, payload.id, aPhoto())).status).toBe(404)
  })

  it.each([
    ['a program with the name of a photo', 'MZ\u0090\0\u0003\0', 'image.jpg', 415],
    ['a page with the name of a photo', '<html><script>alert(1)</script>', 'image.jpg', 415],
    ['a PDF', '%PDF-1.7\n', 'image.pdf', 415],
    ['a photo with the name of a page', aPhoto(), 'image.html', 415],
    ['a damaged photo', aPhoto().subarray(0, 60), 'image.jpg', 422],
    ['a photo with huge dimensions', aPhoto(1, { width: 65_000, height: 65_000 }), 'image.jpg', 422],
    ['an empty file', '', 'image.jpg', 422],
  ])('rejects %s', async (_, content, name, status) => {
    const { token, claim, policy_no } = await aReportedClaim()
    expect((await upload(token, claim.id, content as Part, { name })).status).toBe(status)
    expect((await list(token, policy_no))[0].photos).toEqual([])
  })

  it('rejects a PNG image that expands to gigabytes', async () => {
    const { token, claim } = await aReportedClaim()
    const bomb = createPng({ width: 60_000, height: 60_000, rows: new Uint8Array(5_000_000) })
    const response = await upload(token, claim.id, Buffer.from(bomb.split(',')[1] ?? '', 'base64'), { name: 'a.png' })
    expect([response.status, await getCode(response)]).toEqual([422, 'damaged_photo'])
  })

  it('drops an archive that is appended to a photo', async () => {
    const { token, claim } = await aReportedClaim()
    const archive = Buffer.from('PK\x03\x04 an archive')
    const { payload: photo } = await (await upload(token, claim.id, aPhoto(1, { after: archive }))).json()
    expect(await download(claim.id, photo.id)).not.toContain('PK')
  })

  it('accepts 15 MB but not one byte more', async () => {
    const { token, claim } = await aReportedClaim()
    const padding = (size: number) => aPhoto(1, { after: Buffer.alloc(size - aPhoto().length) })
    expect((await upload(token, claim.id, padding(15 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await upload(token, claim.id, padding(15 * 1024 * 1024))).status).toBe(201)
  })

  it('is checked before the body is read', async () => {
    const { claim } = await aReportedClaim()
    const options = { token: other.token, raw: 'not a form', type: 'multipart/form-data; boundary=x' }
    expect((await call('POST', `/api/v1/policyholder/claims/${claim.id}/photos`, options)).status).toBe(404)
  })
})
