import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../calendar/days.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { addWeekdays } from '../../calendar/weekdays.ts'
import { insuredPays, lenderPays } from '../../catalog/payers.ts'
import { createPolicyDocuments } from '../../documents/create-documents.ts'
import { changePayer, getPayer } from '../../policy/payer.ts'
import { clearSettingsCache } from '../../settings/settings.ts'
import { createTestApi, type TestResponse } from '../../testing/api.ts'
import { createTestContext } from '../../testing/area-app.ts'
import { insertAccount, insertAgency, insertPolicy } from '../../testing/builders.ts'
import { createJpeg, sampleExif } from '../../testing/photo.ts'
import { createSamplePng } from '../../testing/png.ts'
import { closeExpiredMortgageeChanges } from './close-expired.ts'

const api = await createTestApi()
const { call, db, runJobs, tokenFor } = api
const agency = await insertAgency(db)
const staff = await tokenFor({
  accountId: (await insertAccount(db, { first_name: 'Sam', last_name: 'Staff' })).account_id,
})
const readonly = await tokenFor({
  accountId: (await insertAccount(db, { roles: ['internal', 'readonly'] as never })).account_id,
})
const colleague = await tokenFor({ accountId: (await insertAccount(db)).account_id })
const agent = await tokenFor({ accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id })

/** Returns the date `count` days from today at the property. */
const days = (count: number) => addDays(getPropertyDate(new Date(), 'FL'), count)
const term = { inception_date: days(-100), effective_date: days(-100), expiration_date: days(265) }

const bank = { name1: 'Gulf Demo Bank', addr1: '1 Bank Plaza', city: 'Tampa', state: 'FL', zip: '33602' }
/** Creates a policyholder whose policy has one lienholder. */
async function aPolicyholder(columns: object = {}) {
  const policy = await insertPolicy(db, {
    columns: { agency_id: agency.agency_id, agency_no: agency.agency_no, ...term, ...columns },
  })
  const { lienholder_id: lienholderId } = await db
    .insertInto('lienholders')
    .values({ policy_id: policy.policy_id, ...bank, reference: '0098765' })
    .returning('lienholder_id')
    .executeTakeFirstOrThrow()
  return { ...policy, lienholderId, token: await tokenFor({ identityId: policy.identity_id }) }
}
type Policyholder = Awaited<ReturnType<typeof aPolicyholder>>
const other = await aPolicyholder()

const newLender = {
  ...{ name: 'Bay Sample Bank', addr1: '2 Lender Way', city: 'Tampa', state: 'FL', zip: '33606' },
  ...{ loanNumber: 'LN-552010', mortgageClause: 'ISAOA/ATIMA' },
}
const pdf = (text = 'letter') => new File([`%PDF-1.7\n${text}\n%%EOF\n`], 'letter.pdf', { type: 'application/pdf' })
type Fields = Record<string, string | File | undefined>
const path = (policyNo: string, rest = '') => `/api/v1/policyholder/policies/${policyNo}/mortgageeChanges${rest}`
function request({ policy_no, token }: { policy_no: string; token: string }, fields: Fields = {}, key?: string) {
  const raw = new FormData()
  const all: Fields = { kind: 'add', ...newLender, proofType: 'closingDisclosure', proof: pdf(), ...fields }
  for (const [name, value] of Object.entries(all)) if (value !== undefined) raw.append(name, value)
  return call('POST', path(policy_no), { token, raw, headers: key ? { 'Idempotency-Key': key } : {} })
}
const noLender = Object.fromEntries(Object.keys(newLender).map((name) => [name, undefined]))
const removal = ({ lienholderId }: Policyholder) => ({
  kind: 'remove',
  lienholderId,
  proofType: 'payoffLetter',
  ...noLender,
})
async function aRequest(fields: Fields | ((policyholder: Policyholder) => Fields) = {}, columns: object = {}) {
  const policyholder = await aPolicyholder(columns)
  const response = await request(policyholder, typeof fields === 'function' ? fields(policyholder) : fields)
  expect(response.status).toBe(201)
  return { ...policyholder, change: (await response.json()).payload }
}
type Requested = Awaited<ReturnType<typeof aRequest>>
const withdraw = ({ policy_no, token }: Pick<Policyholder, 'policy_no' | 'token'>) =>
  call('POST', path(policy_no, '/withdraw'), { token, body: {} })
const list = async ({ policy_no, token }: Policyholder) =>
  (await (await call('GET', path(policy_no), { token })).json()).payload
const decide = (
  { policy_no, change }: Pick<Requested, 'policy_no' | 'change'>,
  body: object = { decision: 'approve' },
  { token = staff, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
) => call('POST', `/api/v1/policies/${policy_no}/mortgageeChanges/${change.id}`, { token, body, headers })
const rejection = { decision: 'reject', reason: 'The letter does not name the loan.' }
const getCode = async (response: TestResponse) => [response.status, (await response.json()).errors?.[0].code]
const lienholdersOf = (policyId: string) =>
  db
    .selectFrom('lienholders')
    .select(['lienholder_id', 'name1', 'reference'])
    .where('policy_id', '=', policyId)
    .orderBy('position')
    .execute()
const transactionsOf = (policyId: string) =>
  db.selectFrom('policy_transactions').selectAll().where('policy_id', '=', policyId).orderBy('sequence').execute()
const emailsAbout = async (policyId: string) => {
  await runJobs()
  return db
    .selectFrom('email_messages')
    .select(['template', 'to_email', 'subject', 'text'])
    .where('policy_id', '=', policyId)
    .orderBy('template')
    .execute()
}
const templatesOf = async (policyId: string) => (await emailsAbout(policyId)).map(({ template }) => template)
const eventsOf = (policyId: string) =>
  db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('policy_id', '=', policyId)
    .where('type', 'like', 'policy.mortgagee_change_%')
    .orderBy('event_no')
    .execute()
const anOpenClaim = (policyId: string, status = 'Open') =>
  db
    .insertInto('claims')
    .values({
      ...{ claim_number: `CLM-2026-${Math.floor(Math.random() * 1e8)}`, policy_id: policyId, cause: 'flood', status },
      ...{ notice_date: days(-4), date_of_loss: days(-5) },
    } as never)
    .execute()

describe('mortgagee change request (POL-19)', () => {
  it('stores the change with its proof, and changes nothing on the policy', async () => {
    const { change, ...policyholder } = await aRequest({ note: ' We refinanced. ', proof2: pdf('second page') })
    expect(change).toMatchObject({
      ...{ policyNo: policyholder.policy_no, kind: 'add', status: 'open', lienholderId: null, note: 'We refinanced.' },
      ...{ dueOn: addWeekdays(days(0), 5), decidedAt: null, reason: null, proofType: 'closingDisclosure' },
      before: [{ lienholderId: policyholder.lienholderId, name: 'Gulf Demo Bank' }],
      after: [
        { lienholderId: policyholder.lienholderId },
        { lienholderId: null, name: 'Bay Sample Bank', loan_number: 'LN-552010', mortgage_clause: 'ISAOA/ATIMA' },
      ],
      proofs: [{ fileName: 'proof_1.pdf' }, { fileName: 'proof_2.pdf' }],
    })
    expect(await list(policyholder)).toEqual([change])
    expect(await lienholdersOf(policyholder.policy_id)).toMatchObject([{ name1: 'Gulf Demo Bank' }])
    expect(await transactionsOf(policyholder.policy_id)).toHaveLength(1)
    expect(await eventsOf(policyholder.policy_id)).toEqual([
      { type: 'policy.mortgagee_change_requested', data: expect.objectContaining({ mortgageeChangeId: change.id }) },
    ])
  })

  it('is confirmed to the policyholder and announced to the agency by email, without the loan number (EML-7)', async () => {
    const { policy_id, email } = await aRequest()
    const [toAgency, toInsured] = await emailsAbout(policy_id)
    expect(toAgency).toMatchObject({
      ...{ template: 'agency-mortgagee-change-requested', to_email: `office-${agency.agency_no}@example.com` },
    })
    expect(toInsured).toMatchObject({ template: 'mortgagee-change-requested', to_email: email })
    for (const sent of [toAgency, toInsured]) {
      expect(sent?.text).toContain('Add Bay Sample Bank')
      expect(sent?.text).not.toContain('LN-552010')
    }
  })

  it('uses the number of business days in the settings', async () => {
    await db.insertInto('settings').values({ key: 'mortgageeChanges.businessDays', value: '2' }).execute()
    clearSettingsCache(db)
    const { change } = await aRequest()
    await db.deleteFrom('settings').where('key', '=', 'mortgageeChanges.businessDays').execute()
    clearSettingsCache(db)
    expect(change.dueOn).toBe(addWeekdays(days(0), 2))
  })

  it('requires a verified email address', async () => {
    const policyholder = await aPolicyholder()
    const { identity_id: identityId, policy_id: policyId, agency_id: agencyId } = policyholder
    const token = await tokenFor({ identityId, identification: { method: 'link', policyId, agencyId } })
    expect(await getCode(await request({ ...policyholder, token }))).toEqual([403, 'missing_code'])
    expect((await request(policyholder)).status).toBe(201)
    expect(await getCode(await withdraw({ ...policyholder, token }))).toEqual([403, 'missing_code'])
  })

  it('returns 404 for the policy of another policyholder before it reads the files', async () => {
    const { policy_no } = await aPolicyholder()
    const stranger = { ...other, policy_no }
    expect((await request(stranger)).status).toBe(404)
    expect((await withdraw(stranger)).status).toBe(404)
    expect((await call('GET', path(policy_no), other)).status).toBe(404)
    const broken = { raw: 'no form', type: 'multipart/form-data; boundary=x' }
    expect((await call('POST', path(policy_no), { token: other.token, ...broken })).status).toBe(404)
    expect((await request({ policy_no, token: agent })).status).toBe(403)
  })

  it.each([
    [
      'cancelled',
      { cancelled_at: new Date(), cancel_reason_code: '06', cancel_effective_date: days(-1) },
      'policy_cancelled',
    ],
    ['pending cancellation', { pending_cancel_at: new Date(), cancel_reason_code: '22' }, 'policy_pending_cancel'],
    ['expired', { inception_date: days(-400), expiration_date: days(-35) }, 'policy_expired'],
  ])('is rejected if the policy is %s', async (_, columns, code) => {
    const policyholder = await aPolicyholder()
    await db.updateTable('policies').set(columns).where('policy_id', '=', policyholder.policy_id).execute()
    expect(await getCode(await request(policyholder))).toEqual([409, code])
  })

  it('is created once for 20 requests at the same time, and for a double click with the same key', async () => {
    const policyholder = await aPolicyholder()
    const responses = await Promise.all(Array.from({ length: 20 }, () => request(policyholder)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
    expect(await list(policyholder)).toHaveLength(1)
    const second = await aPolicyholder()
    const key = randomUUID()
    const [one, two] = [await request(second, { proof: pdf() }, key), await request(second, { proof: pdf() }, key)]
    expect([one.status, two.status]).toEqual([201, 201])
    expect(await two.json()).toEqual(await one.json())
  })

  it('can be withdrawn once, and repeated up to five times in 30 days', async () => {
    const policyholder = await aPolicyholder()
    for (let n = 0; n < 5; n++) {
      expect((await request(policyholder)).status).toBe(201)
      expect(await getCode(await request(policyholder))).toEqual([409, 'request_open'])
      const response = await withdraw(policyholder)
      expect([response.status, (await response.json()).payload.status]).toEqual([200, 'withdrawn'])
      expect(await getCode(await withdraw(policyholder))).toEqual([409, 'request_closed'])
    }
    expect(await getCode(await request(policyholder))).toEqual([409, 'too_many_mortgagee_changes'])
    await db
      .updateTable('mortgagee_changes')
      .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('policy_id', '=', policyholder.policy_id)
      .execute()
    expect((await request(policyholder)).status).toBe(201)
  })

  it.each([
    ['an unknown lienholder', () => ({ kind: 'replace', lienholderId: randomUUID() }), 422, 'unknown_lienholder'],
    ['a lienholder of another policy', () => ({ ...removal(other) }), 422, 'unknown_lienholder'],
    ['a replacement without its lienholder', () => ({ kind: 'replace' }), 422, 'unknown_lienholder'],
    ['a new lienholder without a loan number', () => ({ loanNumber: undefined }), 422, 'missing_answers'],
    ['a blank name', () => ({ name: '  ' }), 422, 'missing_answers'],
    ['an unknown kind', () => ({ kind: 'swap' }), 400, 'invalid_value'],
    ['no proof', () => ({ proof: undefined }), 400, 'missing_field'],
    ['the character NUL', () => ({ name: 'Bank\u0000' }), 400, 'invalid_value'],
    ['a field for staff', () => ({ status: 'approved' }), 400, 'unknown_field'],
  ])('rejects %s', async (_, fields, status, code) => {
    const policyholder = await aPolicyholder()
    expect(await getCode(await request(policyholder, fields()))).toEqual([status, code])
    expect(await list(policyholder)).toEqual([])
  })

  it('rejects a replacement with the same data, and an eleventh lienholder', async () => {
    const policyholder = await aPolicyholder()
    const { lienholderId, policy_id } = policyholder
    const same = {
      name: bank.name1,
      addr1: bank.addr1,
      city: 'Tampa',
      state: 'FL',
      zip: '33602',
      loanNumber: '0098765',
    }
    const replacement = { kind: 'replace', lienholderId, ...same, mortgageClause: undefined }
    expect(await getCode(await request(policyholder, replacement))).toEqual([422, 'nothing_changed'])
    for (let position = 2; position <= 10; position++)
      await db
        .insertInto('lienholders')
        .values({ policy_id, position, ...bank, reference: '1' })
        .execute()
    expect(await getCode(await request(policyholder))).toEqual([422, 'too_many_lienholders'])
  })
})

describe('proof of a mortgagee change', () => {
  const download = (requested: Requested, proofId: string, token = staff) =>
    call('GET', `/api/v1/policies/${requested.policy_no}/mortgageeChanges/${requested.change.id}/proofs/${proofId}`, {
      token,
    })
  type Part = string | Uint8Array<ArrayBuffer>
  const toFile = (content: Part, name: string) => new File([content], name)
  const aJpeg = (photo: Parameters<typeof createJpeg>[0] = {}) => new Uint8Array(createJpeg(photo))

  it('is downloaded by staff only, as an attachment that browsers do not display', async () => {
    const requested = await aRequest()
    const [{ id }] = requested.change.proofs
    const response = await download(requested, id)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="proof_1.pdf"')
    expect(await response.text()).toContain('letter')
    expect((await download(requested, id, agent)).status).toBe(403)
    expect((await download(requested, id, requested.token)).status).toBe(403)
    expect((await download({ ...requested, policy_no: other.policy_no }, id)).status).toBe(404)
    expect((await download(await aRequest(), id)).status).toBe(404)
  })

  it('loses the location and all other metadata of a photo', async () => {
    const photo = aJpeg({ exif: sampleExif, more: [[0xfe, Buffer.from('SECRET-OWNER')]] })
    const requested = await aRequest({ proof: toFile(photo, 'image.jpg') })
    const [{ id, fileName }] = requested.change.proofs
    expect(fileName).toBe('proof_1.jpg')
    const stored = Buffer.from(await (await download(requested, id)).arrayBuffer()).toString('latin1')
    expect(stored).not.toContain('SECRET')
    expect(stored).not.toContain('N\0\0\0')
  })

  it('can be a PNG image', async () => {
    const png = new Uint8Array(Buffer.from(createSamplePng().split(',')[1] ?? '', 'base64'))
    const { change } = await aRequest({ proof: toFile(png, 'scan.png') })
    expect(change.proofs).toMatchObject([{ fileName: 'proof_1.png' }])
  })

  it.each([
    ['a program with the name of a PDF', 'MZ\u0090\0\u0003\0', 'letter.pdf', 415, 'unsupported_file'],
    ['a page with the name of a photo', '<html><script>alert(1)</script>', 'image.jpg', 415, 'unsupported_file'],
    ['a text file', 'Dear lender', 'letter.txt', 415, 'unsupported_file'],
    ['a PDF with the name of a page', '%PDF-1.7\n', 'letter.html', 415, 'unsupported_file'],
    ['a damaged photo', aJpeg().subarray(0, 60), 'image.jpg', 422, 'damaged_photo'],
    ['a photo with huge dimensions', aJpeg({ width: 65_000, height: 65_000 }), 'image.jpg', 422, 'damaged_photo'],
    ['an empty file', '', 'letter.pdf', 422, 'empty_file'],
  ])('is rejected if it is %s', async (_, content, name, status, code) => {
    const policyholder = await aPolicyholder()
    const proof = toFile(content as Part, name)
    expect(await getCode(await request(policyholder, { proof }))).toEqual([status, code])
    const second = await request(policyholder, { proof2: proof })
    expect(await getCode(second.clone())).toEqual([status, code])
    expect((await second.json()).errors[0].field).toBe('proof2')
    expect(await list(policyholder)).toEqual([])
  })

  it('is rejected if the same file is sent twice, or more than three files', async () => {
    const policyholder = await aPolicyholder()
    expect(await getCode(await request(policyholder, { proof2: pdf() }))).toEqual([409, 'already_uploaded'])
    const four = { proof2: pdf('2'), proof3: pdf('3'), proof4: pdf('4') }
    expect((await request(policyholder, four)).status).toBe(422)
    expect(await list(policyholder)).toEqual([])
  })
})

describe('approval of a mortgagee change (POL-20)', () => {
  it('binds an endorsement without premium that changes the lienholders, and reissues the declarations page', async () => {
    const requested = await aRequest(({ lienholderId }) => ({ kind: 'replace', lienholderId }))
    const { policy_id } = requested
    await db
      .transaction()
      .execute((trx) => createPolicyDocuments(trx, { now: new Date(), authorName: 'Sam Staff' }, [policy_id]))
    const versions = () =>
      db
        .selectFrom('policy_doc_versions as v')
        .innerJoin('policy_docs as d', 'd.policy_doc_id', 'v.policy_doc_id')
        .select(['v.version', 'v.lienholders'])
        .where('d.policy_id', '=', policy_id)
        .where('d.doc_kind', '=', 'decPage')
        .orderBy('v.version')
        .execute()
    const tried = await decide(requested, { decision: 'approve' }, { headers: { 'Dry-Run': 'true' } })
    expect(tried.status).toBe(200)
    expect(await lienholdersOf(policy_id)).toMatchObject([{ name1: 'Gulf Demo Bank' }])
    const response = await decide(requested)
    expect(response.status).toBe(200)
    const { payload } = await response.json()
    const { policyTransactionId: _, ...preview } = (await tried.json()).payload
    expect(payload).toMatchObject(preview)
    expect(payload).toMatchObject({
      ...{
        status: 'approved',
        effectiveDate: days(10),
        renewalPolicyNo: null,
        emailRecipients: ['policyholder', 'agency'],
      },
      lenderBilledAfter: null,
    })
    expect(await lienholdersOf(policy_id)).toEqual([
      { lienholder_id: requested.lienholderId, name1: 'Bay Sample Bank', reference: 'LN-552010' },
    ])
    const transactions = await transactionsOf(policy_id)
    expect(transactions.at(-1)).toMatchObject({
      ...{ policy_transaction_id: payload.policyTransactionId, transaction_type: 'EB', tnx_total_premium_cents: 0 },
    })
    const [printed, reissued] = await versions()
    expect(JSON.stringify(printed?.lienholders)).toContain('Gulf Demo Bank')
    expect(reissued?.version).toBe(2)
    expect(await list(requested)).toMatchObject([{ status: 'approved', reason: null, decidedAt: expect.any(String) }])
    expect((await eventsOf(policy_id)).at(-1)).toEqual({
      type: 'policy.mortgagee_change_closed',
      data: expect.objectContaining({ mortgageeChangeId: requested.change.id, status: 'approved' }),
    })
    expect(await templatesOf(policy_id)).toEqual([
      ...['agency-endorsement', 'agency-mortgagee-change-requested', 'endorsement'],
      ...['mortgagee-change-approved', 'mortgagee-change-requested'],
    ])
  })

  it('changes the lienholders once for 20 approvals at the same time', async () => {
    const requested = await aRequest()
    const responses = await Promise.all(Array.from({ length: 20 }, () => decide(requested)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    expect(await lienholdersOf(requested.policy_id)).toHaveLength(2)
    expect(await transactionsOf(requested.policy_id)).toHaveLength(2)
  })

  it('has one outcome if it is approved, rejected and withdrawn at the same time', async () => {
    const requested = await aRequest()
    const responses = await Promise.all([decide(requested), decide(requested, rejection), withdraw(requested)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const [{ status }] = await list(requested)
    expect(await lienholdersOf(requested.policy_id)).toHaveLength(status === 'approved' ? 2 : 1)
  })

  it('bills the new first mortgagee if the removed one was billed', async () => {
    const policyholder = await aPolicyholder()
    const { policy_id } = policyholder
    await db
      .insertInto('lienholders')
      .values({ policy_id, position: 2, ...bank, name1: 'Second Demo Bank', reference: '77' })
      .execute()
    await db
      .updateTable('policy_transactions')
      .set({ bill_initially: lenderPays })
      .where('policy_id', '=', policy_id)
      .execute()
    const { payload: change } = await (await request(policyholder, removal(policyholder))).json()
    const { payload } = await (await decide({ ...policyholder, change })).json()
    expect(payload).toMatchObject({
      payerChanges: [{ lenderBefore: 'Gulf Demo Bank', lenderAfter: 'Second Demo Bank' }],
      lenderBilledAfter: 'Second Demo Bank',
    })
    expect(payload.amountDue).toBeGreaterThan(0)
  })

  it('bills the insured if the only lienholder was billed, which the preview shows (BIL-18, DOC-13)', async () => {
    const policyholder = await aPolicyholder()
    const { policy_id, policy_no, totalCents } = policyholder
    await db.transaction().execute((trx) => changePayer(trx, policy_id, 'lienholder'))
    const { payload: change } = await (await request(policyholder, removal(policyholder))).json()
    const tried = await decide({ policy_no, change }, undefined, { headers: { 'Dry-Run': 'true' } })
    const amount = totalCents / 100
    const effects = {
      payerChanges: [
        { policyNo: policy_no, lenderBefore: 'Gulf Demo Bank', lenderAfter: null, amount, dueDate: days(30) },
      ],
      letterRecipients: ['Gulf Demo Bank'],
    }
    expect((await tried.json()).payload).toMatchObject(effects)
    expect(await getPayer(db, policy_id)).toBe(lenderPays)
    const responses = await Promise.all(Array.from({ length: 20 }, () => decide({ policy_no, change })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    const approved = responses.find(({ status }) => status === 200) as TestResponse
    expect((await approved.json()).payload).toMatchObject({ lenderBilledAfter: null, amountDue: amount, ...effects })
    expect(await getPayer(db, policy_id)).toBe(insuredPays)
    expect(
      await db
        .selectFrom('obligations')
        .select(['payer', 'due_date', 'open_cents'])
        .where('policy_id', '=', policy_id)
        .execute(),
    ).toEqual([{ payer: 'policyholder', due_date: days(30), open_cents: totalCents }])
    const emails = await emailsAbout(policy_id)
    expect(emails.find(({ template }) => template === 'endorsement')?.text).toContain(
      'From now on, we bill you instead of Gulf Demo Bank.',
    )
    const letters = await db
      .selectFrom('postal_notices')
      .select(['kind', 'recipient_name'])
      .where('policy_id', '=', policy_id)
      .execute()
    expect(letters).toEqual([{ kind: 'lenderRemoved', recipient_name: 'Gulf Demo Bank' }])
  })

  it('changes a bound renewal with the same lienholders, too, and closes its open request', async () => {
    const policyholder = await aPolicyholder()
    const renewal = await insertPolicy(db, {
      columns: {
        ...{ identity_id: policyholder.identity_id, email: policyholder.email, agency_id: agency.agency_id },
        ...{ previous_policy_id: policyholder.policy_id, original_trans_type: 'RN' },
        ...{ inception_date: days(265), effective_date: days(265), expiration_date: days(630) },
      },
    })
    await db
      .insertInto('lienholders')
      .values({ policy_id: renewal.policy_id, ...bank, reference: '0098765' })
      .execute()
    const ofRenewal = { ...policyholder, policy_no: renewal.policy_no }
    expect((await request(ofRenewal)).status).toBe(201)
    const { payload: change } = await (await request(policyholder)).json()
    await db
      .updateTable('policies')
      .set({ next_policy_id: renewal.policy_id })
      .where('policy_id', '=', policyholder.policy_id)
      .execute()
    const { payload } = await (await decide({ ...policyholder, change })).json()
    expect(payload.renewalPolicyNo).toBe(renewal.policy_no)
    expect(await lienholdersOf(renewal.policy_id)).toMatchObject([{}, { name1: 'Bay Sample Bank' }])
    expect(await list(ofRenewal)).toMatchObject([{ status: 'superseded' }])
  })

  it.each(['Open', 'In Review', 'Paid'])(
    'is rejected while a claim is %s, except for a new lienholder (POL-21)',
    async (status) => {
      const requested = await aRequest(removal)
      await anOpenClaim(requested.policy_id, status)
      expect(await getCode(await decide(requested))).toEqual([409, 'claim_open'])
      expect(await lienholdersOf(requested.policy_id)).toHaveLength(1)
      await db.updateTable('claims').set({ status: 'Closed' }).where('policy_id', '=', requested.policy_id).execute()
      expect((await decide(requested)).status).toBe(200)
      const addition = await aRequest()
      await anOpenClaim(addition.policy_id, status)
      expect((await decide(addition)).status).toBe(200)
    },
  )

  it('is rejected while the policy is pending cancellation, but the request can be rejected', async () => {
    const requested = await aRequest()
    await db
      .updateTable('policies')
      .set({ pending_cancel_at: new Date(), cancel_reason_code: '22' })
      .where('policy_id', '=', requested.policy_id)
      .execute()
    expect(await getCode(await decide(requested))).toEqual([409, 'policy_pending_cancel'])
    expect((await decide(requested, rejection)).status).toBe(200)
  })

  it('cannot be decided by the policyholder, by agents or by read-only staff', async () => {
    const { email, account_id } = await insertAccount(db)
    const own = await tokenFor({ accountId: account_id })
    const requested = await aRequest({}, { email: email.toUpperCase() })
    for (const body of [{ decision: 'approve' }, rejection])
      expect(await getCode(await decide(requested, body, { token: own }))).toEqual([409, 'requires_second_person'])
    for (const token of [agent, readonly, requested.token])
      expect((await decide(requested, { decision: 'approve' }, { token })).status).toBe(403)
  })

  it('returns 404 for a request of another policy', async () => {
    const [one, two] = [await aRequest(), await aRequest()]
    expect((await decide({ ...one, change: two.change })).status).toBe(404)
    expect((await decide({ ...one, change: { id: randomUUID() } })).status).toBe(404)
  })
})

describe('rejection of a mortgagee change (POL-20)', () => {
  it('requires a reason, which the policyholder and the agency receive', async () => {
    const requested = await aRequest()
    for (const body of [{ decision: 'reject' }, { decision: 'reject', reason: ' ' }])
      expect(await getCode(await decide(requested, body))).toEqual([422, 'missing_reason'])
    const { payload } = await (await decide(requested, rejection)).json()
    expect(payload).toMatchObject({ status: 'rejected', policyTransactionId: null, effectiveDate: null })
    expect(await list(requested)).toMatchObject([{ status: 'rejected', reason: rejection.reason }])
    expect(await lienholdersOf(requested.policy_id)).toMatchObject([{ name1: 'Gulf Demo Bank' }])
    const emails = await emailsAbout(requested.policy_id)
    for (const template of ['mortgagee-change-rejected', 'agency-mortgagee-change-rejected'])
      expect(emails.find((email) => email.template === template)?.text).toContain(rejection.reason)
  })
})

describe('closing of an open mortgagee change request (POL-20)', () => {
  const aLienholderEndorsement = async (policyNo: string) => {
    const { result } = await (
      await call('POST', '/api/v1/policies/createEndorsementUrl', { token: staff, body: policyNo })
    ).json()
    const quotePath = `/api/v4/agent/quotes/${result.endorsementQuoteNumber}`
    const quote = await (await call('GET', quotePath, { token: staff })).json()
    const [one] = quote.application.lienholderList
    const lienholderList = [{ ...one, name: 'Staff Demo Bank' }]
    await call('PUT', '/api/v4/agent/quotes', {
      token: staff,
      body: { ...quote, application: { ...quote.application, lienholderList } },
    })
    const body = { QuoteNumber: result.endorsementQuoteNumber }
    expect((await call('PUT', '/api/v2/endorsement/bind', { token: staff, body })).status).toBe(200)
  }

  it('happens when staff change the lienholders in another way, with an email', async () => {
    const requested = await aRequest()
    await aLienholderEndorsement(requested.policy_no)
    expect(await list(requested)).toMatchObject([{ status: 'superseded', reason: null }])
    expect(await templatesOf(requested.policy_id)).toContain('mortgagee-change-closed')
    expect(await getCode(await decide(requested))).toEqual([409, 'request_closed'])
    expect(await lienholdersOf(requested.policy_id)).toMatchObject([{ name1: 'Staff Demo Bank' }])
  })

  it('happens when the policy is cancelled', async () => {
    const requested = await aRequest()
    const body = {
      ...{ PolicyNumber: requested.policy_no, ReasonCode: '22', SuppressNotification: true },
      NoteInfo: { Note: 'Duplicate coverage.' },
    }
    expect((await call('POST', '/api/v1/policies/cancelPolicy', { token: staff, body })).status).toBe(200)
    expect(await list(requested)).toMatchObject([{ status: 'open' }])
    const finalize = { PolicyNumber: requested.policy_no }
    expect(
      (await call('POST', '/api/v1/policies/FinalizeCancelPolicy', { token: colleague, body: finalize })).status,
    ).toBe(200)
    const { cancelled_at } = await db
      .selectFrom('policies')
      .select('cancelled_at')
      .where('policy_id', '=', requested.policy_id)
      .executeTakeFirstOrThrow()
    expect(cancelled_at).not.toBeNull()
    expect(await list(requested)).toMatchObject([{ status: 'policyEnded' }])
  })

  it('happens after the policy has expired, and not before', async () => {
    const requested = await aRequest()
    const running = await aRequest()
    await db
      .updateTable('policies')
      .set({ expiration_date: days(0) })
      .where('policy_id', '=', requested.policy_id)
      .execute()
    const ctx = createTestContext(db, { kind: 'job', name: 'mortgagee_changes' }, { now: new Date() })
    await closeExpiredMortgageeChanges(ctx)
    await closeExpiredMortgageeChanges(ctx)
    expect(await list(requested)).toMatchObject([{ status: 'policyEnded' }])
    expect(await list(running)).toMatchObject([{ status: 'open' }])
    expect((await eventsOf(requested.policy_id)).length).toBe(2)
  })
})

describe('mortgagee changes in the back office', () => {
  const rows = async (filter: object, token = staff) => {
    const query = `filter=${encodeURIComponent(JSON.stringify(filter))}&sort=${encodeURIComponent('["dueOn","ASC"]')}`
    return (await call('GET', `/api/admin/mortgageeChanges?${query}`, { token })).json()
  }

  it('are listed by status and policy with the facts to review', async () => {
    const requested = await aRequest(removal)
    await anOpenClaim(requested.policy_id)
    await sql`insert into insured_email_changes (identity_id, previous_email, new_email, trusted_email, changed_by_name,
        changed_at) values (${requested.identity_id}, 'old@example.com', ${requested.email}, 'old@example.com', 'Sam Staff',
        ${new Date(Date.now() - 86_400_000)})`.execute(db)
    const [row] = await rows({ status: 'open', policyNo: requested.policy_no })
    expect(row).toMatchObject({
      ...{ id: requested.change.id, insuredName: requested.insured_name, isBilledToLender: false, kind: 'remove' },
      ...{ openClaimNumbers: [expect.stringMatching(/^CLM-2026-/)], emailChangedAt: expect.any(String), after: [] },
    })
    await decide(requested, rejection)
    expect(await rows({ status: 'open', policyNo: requested.policy_no })).toEqual([])
    const one = await (await call('GET', `/api/admin/mortgageeChanges/${row.id}`, { token: staff })).json()
    expect(one).toMatchObject({ status: 'rejected', reason: rejection.reason, decidedByUserName: 'Sam Staff' })
    expect((await call('GET', `/api/admin/mortgageeChanges/${randomUUID()}`, { token: staff })).status).toBe(404)
    expect((await call('GET', '/api/admin/mortgageeChanges', { token: agent })).status).toBe(403)
  })

  it('are action items of staff with the date of the decision as the deadline', async () => {
    const requested = await aRequest()
    const { payload } = await (await call('GET', '/api/v1/actions', { token: staff })).json()
    const item = payload.find(({ kind }: { kind: string }) => kind === 'mortgageeChanges')
    expect(item).toMatchObject({ count: (await rows({ status: 'open' })).length, amount: null })
    expect(item.deadline <= requested.change.dueOn).toBe(true)
  })
})
