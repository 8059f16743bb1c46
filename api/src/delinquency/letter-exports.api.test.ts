import { crc32 } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPdfProvider } from '../providers/pdf/pdf.ts'
import { createAreaApp, createStaffActor, createTestContext, defaultTestTime } from '../testing/area-app.ts'
import { insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { delinquencyHandlers } from './routes.ts'
import { runDelinquency } from './run-delinquency.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, delinquencyHandlers, { pdf: createPdfProvider() })
const staff = createStaffActor()
await db
  .insertInto('delinquency_plans')
  .values({ version: 2, state: 'active', activated_at: new Date('2026-09-01T12:00:00Z') })
  .execute()

/** Creates a policy with a notice of cancellation and its letter in the print queue. The printed date is December 6. */
async function insertNoticedPolicy() {
  const policy = await insertPolicy(db, { columns: { inception_date: '2026-10-01' } })
  const { obligation_id } = await db
    .selectFrom('obligations')
    .select('obligation_id')
    .where('policy_id', '=', policy.policy_id)
    .executeTakeFirstOrThrow()
  const step = { obligation_id, step: 'pastDueNotice', due_date: '2026-10-01', outcome: 'done' } as const
  await db
    .insertInto('delinquency_steps')
    .values({ ...step, taken_on: '2026-10-06' })
    .execute()
  await runDelinquency(createTestContext(db, { kind: 'job', name: 'delinquency' }))
  return policy
}

let policy: Awaited<ReturnType<typeof insertPolicy>>
beforeEach(async () => {
  await db.updateTable('postal_notices').set({ state: 'replaced' }).execute()
  policy = await insertNoticedPolicy()
})
const exportsPath = '/api/v1/delinquency/letter-exports'
const createExport = async () => (await call(staff, `POST ${exportsPath}`)).body.payload
const download = (exportId: string) => call(staff, `GET ${exportsPath}/${exportId}/file`)
const recordMailing = async (exportId: string, mailedOn: string) =>
  (await call(staff, `POST ${exportsPath}/${exportId}/mailed`, { body: { mailedOn } })).body.payload
const listLetters = async (filter: object) =>
  (await call(staff, `GET /api/admin/letters?filter=${JSON.stringify(filter)}`)).body
const setLetters = (state: 'queued' | 'replaced', policyId: string) =>
  db.updateTable('postal_notices').set({ state }).where('policy_id', '=', policyId).execute()

/** Returns the files of a ZIP file by name. Reads the central directory, as unzip tools do, and checks the checksums. */
function unzip(bytes: Uint8Array): Map<string, string> {
  const zip = Buffer.from(bytes)
  const end = zip.length - 22
  expect(zip.readUInt32LE(end)).toBe(0x06054b50)
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50)
    const [length, nameLength, local] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    expect(zip.readUInt32LE(local)).toBe(0x04034b50)
    expect(zip.toString('utf8', local + 30, local + 30 + nameLength)).toBe(name)
    const content = zip.subarray(local + 30 + nameLength, local + 30 + nameLength + length)
    expect(crc32(content)).toBe(zip.readUInt32LE(at + 16))
    files.set(name, content.toString('latin1'))
    at += 46 + nameLength
  }
  expect(at).toBe(end)
  return files
}

describe('GET /api/admin/letters', () => {
  it('filters the print queue by policy, state and letter type', async () => {
    const [letter, ...others] = await listLetters({ policyNo: policy.policy_no, state: 'queued' })
    expect(others).toEqual([])
    expect(letter).toEqual({
      ...{ id: expect.any(String), noticeId: expect.any(String), policyNo: policy.policy_no, state: 'queued' },
      ...{ kind: 'cancellationNotice', recipientName: 'Marina Sample', printedDate: '2026-12-06', mailedOn: null },
      ...{ recipientAddress: expect.any(String), createdAt: defaultTestTime.toISOString(), exportNo: null },
    })
    expect(await listLetters({ policyNo: policy.policy_no, kind: 'rescission' })).toEqual([])
    const pdf = await call(staff, `GET /api/v1/delinquency/letters/${letter.id}/pdf`)
    expect(pdf.headers.get('content-disposition')).toContain(`letter-${policy.policy_no}.pdf`)
    expect(Buffer.from(pdf.body).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('lists the letters that staff must mail with the filter state `unmailed` (UI-41)', async () => {
    const { policy_no: policyNo, policy_id } = policy
    const listUnmailed = () => listLetters({ policyNo, state: 'unmailed' })
    expect(await listUnmailed()).toMatchObject([{ state: 'queued' }])
    const { exportId } = await createExport()
    expect(await listUnmailed()).toMatchObject([{ state: 'exported' }])
    const notice = db.updateTable('cancellation_notices').where('policy_id', '=', policy_id)
    await notice.set({ state: 'rescinded', closed_at: defaultTestTime }).execute()
    expect(await listUnmailed()).toEqual([])
    await notice.set({ state: 'open', closed_at: null }).execute()
    await recordMailing(exportId, '2026-11-20')
    expect(await listUnmailed()).toEqual([])
  })

  it('returns 404 for the PDF of an unknown letter', async () => {
    const path = '/api/v1/delinquency/letters/00000088-0000-4000-8001-000000000009/pdf'
    expect((await call(staff, `GET ${path}`)).status).toBe(404)
  })
})

describe('POST /delinquency/letter-exports', () => {
  it('exports queued letters once, and omits withdrawn letters when the file is downloaded again (DEL-16)', async () => {
    const other = await insertNoticedPolicy()
    const created = await createExport()
    expect(created).toMatchObject({ letterCount: 2, unmailedCount: 2, createdBy: 'Sam Staff' })
    expect((await call(staff, `POST ${exportsPath}`)).body).toMatchObject({
      statusCode: 409,
      errors: [{ code: 'no_queued_letters' }],
    })
    const first = await download(created.exportId)
    expect(first.headers.get('content-disposition')).toContain(`letters-${created.exportNo}.zip`)
    expect((await download(created.exportId)).body).toEqual(first.body)
    const files = unzip(first.body)
    expect([...files.keys()].toSorted()).toEqual(
      ['recipients.csv', `001-${policy.policy_no}.pdf`, `002-${other.policy_no}.pdf`].toSorted(),
    )
    expect(files.get('recipients.csv')).toMatch(
      new RegExp(`001-${policy.policy_no}.pdf,[^,]+,${policy.policy_no},Notice of cancellation for nonpayment,Marina`),
    )
    expect(files.get(`001-${policy.policy_no}.pdf`)).toMatch(/^%PDF-/)
    await setLetters('replaced', other.policy_id)
    expect(unzip((await download(created.exportId)).body).has(`002-${other.policy_no}.pdf`)).toBe(false)
    const { items } = (await call(staff, `GET ${exportsPath}?take=1`)).body.payload
    expect(items).toEqual([{ ...created, letterCount: 1, unmailedCount: 1 }])
    const entries = db.selectFrom('audit_log').select('action').where('entity_id', '=', created.exportId)
    expect((await entries.orderBy('audit_id').execute()).map(({ action }) => action)).toEqual([
      ...['delinquency.exportLetters', ...Array(3).fill('delinquency.downloadLetters')],
    ])
  })

  it('returns 404 for the file of an unknown export', async () => {
    expect((await download('00000088-0000-4000-8001-000000000009')).status).toBe(404)
  })
})

describe('POST /delinquency/letter-exports/{exportId}/mailed', () => {
  it('records the mailing of all letters, lists rejected letters, and is idempotent', async () => {
    const late = await insertNoticedPolicy()
    const { exportId } = await createExport()
    await db
      .updateTable('postal_notices')
      .set({ printed_date: '2026-11-30' })
      .where('policy_id', '=', late.policy_id)
      .execute()
    const rejected = [
      {
        ...{ letterId: expect.any(String), policyNo: late.policy_no, recipientName: 'Marina Sample' },
        message: expect.stringContaining('the letter prints 11/30/2026. Print the notice again.'),
      },
    ]
    expect(await recordMailing(exportId, '2026-11-20')).toEqual({
      ...{ export: expect.objectContaining({ letterCount: 2, unmailedCount: 1 }), mailedCount: 1, rejected },
    })
    expect(await recordMailing(exportId, '2026-11-20')).toMatchObject({ mailedCount: 0, rejected })
    expect(await listLetters({ policyNo: policy.policy_no })).toMatchObject([
      { state: 'mailed', mailedOn: '2026-11-20' },
    ])
  })
})

describe('GET /api/admin/cancellationNotices', () => {
  const list = async (filter: object) =>
    (await call(staff, `GET /api/admin/cancellationNotices?filter=${JSON.stringify(filter)}`)).body

  it('filters notices by policy, state and hold, and returns the letters and amounts of a notice', async () => {
    const policyNo = policy.policy_no
    const [notice] = await list({ policyNo, state: 'open', propertyState: 'FL' })
    expect(notice).toMatchObject({
      ...{ policyNo, insuredName: 'Marina Sample', reason: 'notTaken', isFlat: false, noticeDays: 10 },
      ...{ effectiveDate: '2026-12-06', holdReason: null, letterCount: 1, unmailedCount: 1, closedAt: null },
    })
    expect(notice.openAmount).toBe(notice.amount)
    expect(await list({ policyNo, holdReason: 'claim' })).toEqual([])
    expect(await list({ policyNo, state: 'rescinded' })).toEqual([])
    const { payload } = (await call(staff, `GET /api/v1/delinquency/notices/${notice.id}`)).body
    expect(payload).toMatchObject({
      ...{ notice, letters: [{ noticeId: notice.id, state: 'queued' }], claimHold: null },
      amounts: [{ dueDate: '2026-10-01', demandedAmount: notice.amount, openAmount: notice.amount }],
    })
    const unknown = 'GET /api/v1/delinquency/notices/00000088-0000-4000-8001-000000000009'
    expect((await call(staff, unknown)).status).toBe(404)
  })
})
