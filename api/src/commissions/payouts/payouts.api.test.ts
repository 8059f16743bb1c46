import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { encryptText } from '../../http/encrypted-text.ts'
import { sendPayoutEmail } from '../../jobs/send-statement-email.ts'
import { clearSettingsCache } from '../../settings/settings.ts'
import { createTestApi } from '../../testing/api.ts'
import { createTestContext } from '../../testing/area-app.ts'
import { insertAccount, insertAccountCreatedBy, insertAgency, insertPolicy } from '../../testing/builders.ts'

const api = await createTestApi()
const { db } = api
const getToken = async (...roles: string[]) =>
  api.tokenFor({ accountId: (await insertAccount(db, { roles: [...roles, 'internal'] })).account_id })
const finance = await getToken('financeadmin')
const second = await getToken('financeadmin')
const readonly = await getToken('financeadmin', 'readonly')
const staff = await getToken()
const accountNo = '000123456789'
const nacha = {
  ...{ immediateDestination: '110000000', immediateDestinationName: 'Example Bank' },
  ...{ immediateOrigin: '1591234567', immediateOriginName: 'Tideline' },
  ...{ companyName: 'Tideline', companyId: '1591234567', secCode: 'CCD', entryDescription: 'Commission' },
  ...{ lineEnding: 'LF', fillsBlocks: true },
}

async function putSetting(key: string, value: unknown) {
  const row = { value: JSON.stringify(value) }
  await db
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  clearSettingsCache(db)
}

const call = async (method: string, path: string, body?: object, token = finance) => {
  const response = await api.call(method, `/api/v1/commissions/payouts${path}`, { token, ...(body && { body }) })
  return { status: response.status, body: await response.json() }
}
const getCode = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.errors?.[0]?.code]

const setBankAccount = (agency: Agency, { routing = '110000000', account = accountNo } = {}) =>
  db
    .updateTable('agencies')
    .set({
      bank_routing_no: routing,
      bank_account_sealed: encryptText(
        api.keys.sealing,
        { row: agency.agency_id, column: 'bank_account_sealed' },
        account,
      ),
    })
    .where('agency_id', '=', agency.agency_id)
    .execute()

let month = 0
/** Creates a closed statement. By default, it belongs to a new agency with bank details. */
async function aClosedStatement({
  totalCents = 40_251,
  hasBank = true,
  agency = undefined as Agency | undefined,
} = {}) {
  const of = agency ?? (await insertAgency(db))
  if (hasBank) await setBankAccount(of)
  const first = new Date(Date.UTC(2020, month++, 1)).toISOString().slice(0, 10)
  const { statement_id } = await db
    .insertInto('commission_statements')
    .values({ agency_id: of.agency_id, month: first, state: 'closed', closed_at: new Date(), total_cents: totalCents })
    .returning('statement_id')
    .executeTakeFirstOrThrow()
  return { id: statement_id, agency: of }
}
type Agency = Awaited<ReturnType<typeof insertAgency>>

const getState = async (id: string) =>
  db
    .selectFrom('commission_statements')
    .select(['state', 'paid_on', 'paid_reference', 'payout_note'])
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow()
async function aBatch(...ids: string[]) {
  const created = await call('POST', '', { statementIds: ids })
  expect(created.status).toBe(201)
  return created.body.payload
}
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())
const paid = { paidOn: today, paymentReference: 'ACH-1' }
const getFile = (batchId: string, format: string, token = finance) =>
  api.call('GET', `/api/v1/commissions/payouts/${batchId}/file?format=${format}`, { token })

beforeEach(async () => {
  await putSetting('payouts.secondPersonAbove', 50_000)
  await putSetting('payouts.nacha', nacha)
})

describe('GET /commissions/payouts/preview', () => {
  it("subtracts the user's unapproved batches of the last 24 hours from their approval limit [COM-5]", async () => {
    const used = async () => 50_000 - (await call('GET', '/preview')).body.payload.approvalAbove
    const before = await used()
    const { id } = await aClosedStatement({ totalCents: 2_999_900 })
    expect((await aBatch(id)).status).toBe('ready')
    expect(await used()).toBeCloseTo(before + 29_999, 2)
    const { id: rest } = await aClosedStatement({ totalCents: 2_999_900 })
    const second = await aBatch(rest)
    expect(second.status).toBe('pendingApproval')
    await call('POST', `/${second.batchId}/void`, { reason: 'Only a test.' })
  })

  it('returns closed statements, totals by agency, and the reason when an agency cannot be paid', async () => {
    const { id, agency } = await aClosedStatement()
    const { id: other } = await aClosedStatement({ agency })
    const { id: without, agency: bankless } = await aClosedStatement({ hasBank: false })
    const { id: nothing } = await aClosedStatement({ totalCents: 0 })
    const { body } = await call('GET', '/preview')
    const { statements, agencies } = body.payload
    const own = statements.filter(({ agencyNo }: { agencyNo: string }) => agencyNo === agency.agency_no)
    expect(own.map(({ statementId }: { statementId: string }) => statementId)).toEqual([id, other])
    expect(agencies).toContainEqual({
      ...{ agencyNo: agency.agency_no, agencyName: agency.company, statementCount: 2, total: 805.02, exclusion: null },
    })
    expect(agencies).toContainEqual(
      expect.objectContaining({ agencyNo: bankless.agency_no, exclusion: 'noRoutingNumber' }),
    )
    expect(statements.map(({ statementId }: { statementId: string }) => statementId)).toContain(without)
    expect(statements.map(({ statementId }: { statementId: string }) => statementId)).not.toContain(nothing)
  })

  it('returns 403 to staff without the finance role', async () => {
    expect((await call('GET', '/preview', undefined, staff)).status).toBe(403)
  })
})

describe('POST /commissions/payouts', () => {
  it('creates a batch and removes its statements from the payout preview', async () => {
    const { id } = await aClosedStatement()
    const batch = await aBatch(id)
    expect(batch).toMatchObject({ status: 'ready', total: 402.51, statementCount: 1, paidOn: null })
    expect(batch.items).toMatchObject([{ statementId: id, amount: 402.51, returnedAt: null }])
    const { statements } = (await call('GET', '/preview')).body.payload
    expect(statements.map(({ statementId }: { statementId: string }) => statementId)).not.toContain(id)
    expect((await call('GET', `/${batch.batchId}`)).body.payload).toEqual(batch)
  })

  it('requires approval if the caller adjusted one of the statements, and states the reason in the preview', async () => {
    const { account_id: accountId } = await insertAccount(db, {
      roles: ['financeadmin', 'commissionAdmin', 'internal'],
    })
    const adjuster = await api.tokenFor({ accountId })
    const agency = await insertAgency(db)
    const { statement_id } = await db
      .insertInto('commission_statements')
      .values({ agency_id: agency.agency_id, month: '2026-10-01' })
      .returning('statement_id')
      .executeTakeFirstOrThrow()
    const adjustment = { description: 'Bonus', adjustmentAmount: 400 }
    const body = { statementId: statement_id, ...adjustment }
    const created = await api.call('POST', '/api/admin/commissionAdjustments', { token: adjuster, body })
    expect(created.status, await created.clone().text()).toBe(201)
    await db
      .updateTable('commission_statements')
      .set({ state: 'closed', closed_at: new Date(), total_cents: 40_000 })
      .where('statement_id', '=', statement_id)
      .execute()
    await setBankAccount(agency)
    const getReason = async (token: string) =>
      (await call('GET', '/preview', undefined, token)).body.payload.statements.find(
        ({ statementId }: { statementId: string }) => statementId === statement_id,
      ).approvalReason
    expect(await getReason(adjuster)).toBe('ownDecision')
    expect(await getReason(finance)).toBeNull()
    const own = await call('POST', '', { statementIds: [statement_id] }, adjuster)
    expect(own.body.payload.status).toBe('pendingApproval')
    await call('POST', `/${own.body.payload.batchId}/void`, { reason: 'Created again by a colleague.' }, adjuster)
    expect((await aBatch(statement_id)).status).toBe('ready')
  })

  it('requires approval if the caller changed the rates of the agency or an override that pays it (COM-11)', async () => {
    const { account_id: accountId } = await insertAccount(db, {
      roles: ['financeadmin', 'commissionAdmin', 'internal'],
    })
    const token = await api.tokenFor({ accountId })
    const parent = await insertAgency(db)
    const child = await insertAgency(db, { parent: parent.agency_id })
    const rates = { productId: 1, newRate: 0.3, renewalRate: 0.3, effectiveDate: '2026-11-10' }
    const override = { parentAgencyNo: parent.agency_no, productId: null, rate: 0.05, effectiveFrom: '2026-11-10' }
    for (const [method, path, body] of [
      ['PUT', `/api/v1/commissions/overrides/${child.agency_no}`, rates],
      ['POST', `/api/v1/commissions/parentOverrides/${child.agency_no}`, override],
    ] as const) {
      const response = await api.call(method, path, { token, body })
      expect(response.status, await response.clone().text()).toBeLessThan(300)
    }
    for (const agency of [child, parent]) {
      const { id } = await aClosedStatement({ agency })
      const own = await call('POST', '', { statementIds: [id] }, token)
      expect(own.body.payload.status).toBe('pendingApproval')
      await call('POST', `/${own.body.payload.batchId}/void`, { reason: 'Created again by a colleague.' }, token)
      expect((await aBatch(id)).status).toBe('ready')
    }
    const { id } = await aClosedStatement()
    expect((await call('POST', '', { statementIds: [id] }, token)).body.payload.status).toBe('ready')
  })

  it.each(['agency.create', 'agencyRegistration.approve'])(
    'requires approval after %s by the caller (COM-11)',
    async (action) => {
      const { account_id: accountId } = await insertAccount(db, { roles: ['financeadmin', 'internal'] })
      const { id, agency } = await aClosedStatement()
      const actor = { actor_kind: 'staff' as const, actor_id: accountId, actor_name: 'Robin Sample' }
      await db
        .insertInto('audit_log')
        .values({
          action,
          entity: 'agency',
          entity_id: agency.agency_no,
          details: '{}',
          occurred_at: new Date(),
          ...actor,
        })
        .execute()
      const token = await api.tokenFor({ accountId })
      expect((await call('POST', '', { statementIds: [id] }, token)).body.payload.status).toBe('pendingApproval')
    },
  )

  it('requires approval if the caller posted or imported a transaction of a statement (COM-12)', async () => {
    const { account_id: accountId } = await insertAccount(db, { roles: ['financeadmin', 'internal'] })
    const token = await api.tokenFor({ accountId })
    const agency = await insertAgency(db)
    await setBankAccount(agency)
    const { policy_id } = await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
    const { policy_transaction_id } = await db
      .updateTable('policy_transactions')
      .set({ user_id: accountId })
      .where('policy_id', '=', policy_id)
      .returning('policy_transaction_id')
      .executeTakeFirstOrThrow()
    const { statement_id: id } = await db
      .insertInto('commission_statements')
      .values({ agency_id: agency.agency_id, month: '2026-09-01' })
      .returning('statement_id')
      .executeTakeFirstOrThrow()
    const line = { kind: 'commission' as const, premium_cents: 400_000, rate_basis_points: 1000, amount_cents: 40_000 }
    await db
      .insertInto('commission_lines')
      .values({ statement_id: id, policy_id, policy_transaction_id, ...line })
      .execute()
    await db
      .updateTable('commission_statements')
      .set({ state: 'closed', closed_at: new Date(), total_cents: 40_000 })
      .where('statement_id', '=', id)
      .execute()
    const own = await call('POST', '', { statementIds: [id] }, token)
    expect(own.body.payload.status).toBe('pendingApproval')
    await call('POST', `/${own.body.payload.batchId}/void`, { reason: 'Created again by a colleague.' }, token)
    expect((await aBatch(id)).status).toBe('ready')
  })

  it('creates only one batch when two users pay the same statement concurrently', async () => {
    const { id } = await aClosedStatement()
    const body = { statementIds: [id] }
    const both = await Promise.all([call('POST', '', body), call('POST', '', body, second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { rows } = await sql`select from payout_items where statement_id = ${id}`.execute(db)
    expect(rows).toHaveLength(1)
  })

  it('returns 409 for an open statement or an agency without bank details, and creates no batch', async () => {
    const { id } = await aClosedStatement()
    const { id: bankless } = await aClosedStatement({ hasBank: false })
    const { agency } = await aClosedStatement()
    const { statement_id: open } = await db
      .insertInto('commission_statements')
      .values({ agency_id: agency.agency_id, month: '2026-11-01' })
      .returning('statement_id')
      .executeTakeFirstOrThrow()
    expect(getCode(await call('POST', '', { statementIds: [id, open] }))).toEqual([409, 'not_payable'])
    expect(getCode(await call('POST', '', { statementIds: [id, bankless] }))).toEqual([409, 'missing_bank_details'])
    const unknown = ['00000000-0000-4000-8000-00000000dead']
    expect(getCode(await call('POST', '', { statementIds: unknown }))).toEqual([409, 'not_payable'])
    expect((await call('POST', '', { statementIds: [id] }, readonly)).status).toBe(403)
    await aBatch(id)
  })
})

describe('POST /commissions/payouts/{batchId}/approve', () => {
  it('requires approval by a second person when the total exceeds the approval limit', async () => {
    await putSetting('payouts.secondPersonAbove', 402.5)
    const { id } = await aClosedStatement()
    const { batchId, status } = await aBatch(id)
    expect(status).toBe('pendingApproval')
    expect((await getFile(batchId, 'ach')).status).toBe(409)
    expect(getCode(await call('POST', `/${batchId}/markPaid`, paid))).toEqual([409, 'wrong_batch_status'])
    expect(getCode(await call('POST', `/${batchId}/approve`))).toEqual([409, 'requires_second_person'])
    const approved = await call('POST', `/${batchId}/approve`, undefined, second)
    expect(approved.body.payload).toMatchObject({ status: 'ready', approvedBy: expect.any(String) })
    expect((await getFile(batchId, 'ach')).status).toBe(200)
    expect((await call('POST', `/${batchId}/markPaid`, paid)).status).toBe(200)
  })

  it('returns 409 to an account that the creator of the batch created', async () => {
    await putSetting('payouts.secondPersonAbove', 402.5)
    const creator = await insertAccount(db, { roles: ['financeadmin', 'internal'] })
    const created = await insertAccountCreatedBy(db, creator.account_id, { roles: ['financeadmin', 'internal'] })
    const { id } = await aClosedStatement()
    const batch = await call('POST', '', { statementIds: [id] }, await api.tokenFor({ accountId: creator.account_id }))
    const approve = `/${batch.body.payload.batchId}/approve`
    const own = await api.tokenFor({ accountId: created.account_id })
    expect(getCode(await call('POST', approve, undefined, own))).toEqual([409, 'requires_second_person'])
    expect((await call('POST', approve, undefined, second)).status).toBe(200)
  })
})

describe('GET /commissions/payouts/{batchId}/file', () => {
  it('returns an ACH file with account numbers, and keeps account numbers out of the audit log', async () => {
    const { id, agency } = await aClosedStatement()
    const { batchId, batchNo } = await aBatch(id)
    const response = await getFile(batchId, 'ach')
    expect(response.headers.get('content-disposition')).toContain(`payout-${batchNo}.ach.txt`)
    const lines = (await response.text()).trimEnd().split('\n')
    expect(lines).toHaveLength(10)
    expect(lines[2]).toBe(
      `622110000000${accountNo.padEnd(17)}0000040251${agency.agency_no.padEnd(15)}${agency.company.toUpperCase().padEnd(22)}  0110000000000001`,
    )
    expect(lines[3]?.slice(0, 44)).toBe('82200000010011000000000000000000000000040251')
    const { rows } = await sql<{ details: object }>`
      select details from audit_log where entity_id = ${batchId} and action = 'payoutBatch.export'`.execute(db)
    expect(rows).toEqual([{ details: { format: 'ach' } }])
    const trail = await sql<{ text: string }>`select details::text as text from audit_log`.execute(db)
    expect(trail.rows.filter(({ text }) => text.includes(accountNo))).toEqual([])
  })

  it.each([
    ['account number', { account: '000999999999' }],
    ['routing number', { routing: '220000000' }],
  ])(
    "returns 409 with the agency number when the agency's %s changed after the batch was created",
    async (_, changed) => {
      const { id, agency } = await aClosedStatement()
      const { batchId, batchNo } = await aBatch(id)
      await setBankAccount(agency, changed)
      const response = await getFile(batchId, 'ach')
      expect(response.status).toBe(409)
      expect((await response.json()).errors[0]).toMatchObject({
        code: 'bank_account_changed',
        message: `The bank account of agency ${agency.agency_no} changed after batch ${batchNo} was created. Void the batch and create another.`,
      })
      await call('POST', `/${batchId}/void`, { reason: 'The bank account changed.' })
      const { batchId: next } = await aBatch(id)
      const lines = (await (await getFile(next, 'ach')).text()).split('\n')
      const { routing = '110000000', account = accountNo } = changed as { routing?: string; account?: string }
      expect(lines[2]).toContain(`622${routing}${account} `)
    },
  )

  it('returns the ACH file if bank details were saved again without changes', async () => {
    const { id, agency } = await aClosedStatement()
    const { batchId } = await aBatch(id)
    await setBankAccount(agency)
    expect((await getFile(batchId, 'ach')).status).toBe(200)
  })

  it('returns a CSV file without account numbers', async () => {
    const { id, agency } = await aClosedStatement()
    const { batchId } = await aBatch(id)
    const text = await (await getFile(batchId, 'csv')).text()
    expect(text.split('\n')[1]).toContain(`${id},${agency.agency_no},${agency.company},`)
    expect(text).not.toContain(accountNo)
  })

  it('returns 409 without ACH settings and 403 to read-only users', async () => {
    await putSetting('payouts.nacha', null)
    const { id } = await aClosedStatement()
    const { batchId } = await aBatch(id)
    expect((await (await getFile(batchId, 'ach')).json()).errors[0].code).toBe('missing_payout_settings')
    expect((await getFile(batchId, 'csv', readonly)).status).toBe(403)
  })
})

describe('POST /commissions/payouts/{batchId}/markPaid', () => {
  it('marks the statements as paid, publishes an event and emails the agency once', async () => {
    const { id, agency } = await aClosedStatement()
    const { batchId } = await aBatch(id)
    const done = await call('POST', `/${batchId}/markPaid`, paid)
    expect(done.body.payload).toMatchObject({ status: 'paid', ...paid })
    expect(await call('POST', `/${batchId}/markPaid`, paid)).toEqual(done)
    expect(getCode(await call('POST', `/${batchId}/markPaid`, { ...paid, paymentReference: 'ACH-2' }))).toEqual([
      409,
      'wrong_batch_status',
    ])
    expect(await getState(id)).toMatchObject({ state: 'paid', paid_on: today, paid_reference: 'ACH-1' })
    const events = await sql<{ data: object }>`
      select data from events where type = 'statement.paid' and agency_id = ${agency.agency_id}`.execute(db)
    expect(events.rows).toEqual([{ data: { agencyNo: agency.agency_no, statementId: id, ...paid } }])
    const jobs = await sql<{ payoutItemId: string }>`
      select payload ->> 'payoutItemId' as "payoutItemId" from graphile_worker._private_jobs where key like 'mail-payout:%'
        and payload ->> 'payoutItemId' in (select payout_item_id::text from payout_items where statement_id = ${id})`.execute(
      db,
    )
    expect(jobs.rows).toHaveLength(1)
    await sendPayoutEmail(createTestContext(db, { kind: 'job', name: 'mail' }), jobs.rows[0]?.payoutItemId ?? '')
    const mails = await sql<{ to: string; values: object }>`
      select payload ->> 'to' as to, payload -> 'values' as values from graphile_worker._private_jobs
      where payload ->> 'template' = 'commission-payout' and payload ->> 'to' = ${`office-${agency.agency_no}@example.com`}`.execute(
      db,
    )
    expect(mails.rows).toMatchObject([{ values: { amountCents: 40_251, paidOn: today, paymentReference: 'ACH-1' } }])
  })

  it('returns 422 for a payment date in the future or before the batch was created', async () => {
    const { id } = await aClosedStatement()
    const { batchId } = await aBatch(id)
    const on = (paidOn: string) => call('POST', `/${batchId}/markPaid`, { ...paid, paidOn })
    expect(getCode(await on('2099-01-01'))).toEqual([422, 'date_in_future'])
    expect(getCode(await on('2020-01-01'))).toEqual([422, 'before_creation'])
  })
})

describe('POST /commissions/payouts/{batchId}/void', () => {
  it('releases the statements of an unpaid batch, and returns 409 for a paid batch', async () => {
    const { id } = await aClosedStatement()
    const { batchId } = await aBatch(id)
    const voided = await call('POST', `/${batchId}/void`, { reason: 'A statement is missing.' })
    expect(voided.body.payload).toMatchObject({ status: 'voided', voidReason: 'A statement is missing.' })
    expect(getCode(await call('POST', `/${batchId}/markPaid`, paid))).toEqual([409, 'wrong_batch_status'])
    const { batchId: next } = await aBatch(id)
    expect((await call('POST', `/${next}/markPaid`, paid)).status).toBe(200)
    expect(getCode(await call('POST', `/${next}/void`, { reason: 'Too late.' }))).toEqual([409, 'wrong_batch_status'])
  })

  it('requires approval of the next batch with a statement if the ACH file of the voided batch was downloaded', async () => {
    const { id } = await aClosedStatement()
    const { batchId, batchNo } = await aBatch(id)
    expect((await getFile(batchId, 'ach')).status).toBe(200)
    await call('POST', `/${batchId}/void`, { reason: 'Sent to the bank twice.' })
    const { id: other } = await aClosedStatement()
    const next = await aBatch(other, id)
    expect(next.status).toBe('pendingApproval')
    expect(next.items).toMatchObject([
      { statementId: id, earlierBatchNo: batchNo },
      { statementId: other, earlierBatchNo: null },
    ])
    expect((await getFile(next.batchId, 'ach')).status).toBe(409)
    expect(getCode(await call('POST', `/${next.batchId}/approve`))).toEqual([409, 'requires_second_person'])
    expect((await call('POST', `/${next.batchId}/approve`, undefined, second)).body.payload.status).toBe('ready')
  })

  it('counts a voided batch toward the approval limit if its ACH file was downloaded', async () => {
    const used = async () => (await call('GET', '/preview')).body.payload.approvalAbove
    const before = await used()
    const { id } = await aClosedStatement({ totalCents: 100_000 })
    const { batchId: unsent } = await aBatch(id)
    await call('POST', `/${unsent}/void`, { reason: 'Never downloaded.' })
    expect(await used()).toBe(before)
    const { batchId } = await aBatch(id)
    await getFile(batchId, 'ach')
    await call('POST', `/${batchId}/void`, { reason: 'Downloaded.' })
    expect(await used()).toBeCloseTo(before - 1000, 2)
  })
})

describe('POST /commissions/payouts/{batchId}/statements/{statementId}/return', () => {
  it('reopens a paid statement as closed, with a note, for payment in another batch after approval', async () => {
    const { id } = await aClosedStatement()
    const { batchId } = await aBatch(id)
    const back = () => call('POST', `/${batchId}/statements/${id}/return`, { note: 'R02 account closed' })
    expect(getCode(await back())).toEqual([409, 'wrong_batch_status'])
    await call('POST', `/${batchId}/markPaid`, paid)
    const returned = await back()
    expect(returned.body.payload.items).toMatchObject([{ statementId: id, returnNote: 'R02 account closed' }])
    expect(await getState(id)).toEqual({
      ...{ state: 'closed', paid_on: null, paid_reference: null, payout_note: 'R02 account closed' },
    })
    expect(getCode(await back())).toEqual([409, 'wrong_batch_status'])
    const { statements } = (await call('GET', '/preview')).body.payload
    expect(statements).toContainEqual(expect.objectContaining({ statementId: id, approvalReason: 'earlierBatch' }))
    const { batchId: next, status } = await aBatch(id)
    expect(status).toBe('pendingApproval')
    await call('POST', `/${next}/approve`, undefined, second)
    await call('POST', `/${next}/markPaid`, { ...paid, paymentReference: 'ACH-2' })
    expect(await getState(id)).toMatchObject({ state: 'paid', paid_reference: 'ACH-2', payout_note: null })
  })
})

describe('payout tables', () => {
  it('reject changes to a paid batch and a second payout of a statement', async () => {
    const { id } = await aClosedStatement()
    const { batchId } = await aBatch(id)
    const { id: other } = await aClosedStatement()
    const { batchId: second } = await aBatch(other)
    await expect(
      db.insertInto('payout_items').values({ payout_batch_id: second, statement_id: id, amount_cents: 1 }).execute(),
    ).rejects.toThrow('one_current_payout')
    await call('POST', `/${batchId}/markPaid`, paid)
    await expect(
      db.updateTable('payout_batches').set({ total_cents: 1 }).where('payout_batch_id', '=', batchId).execute(),
    ).rejects.toThrow('The payout batch is final')
    await expect(
      db.updateTable('commission_statements').set({ total_cents: 1 }).where('statement_id', '=', id).execute(),
    ).rejects.toThrow('The commission statement is closed')
  })
})
