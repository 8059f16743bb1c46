import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { writeCsv } from '../lockbox/write-csv.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'

const api = await createTestApi()
const { db } = api
const getToken = async (...roles: string[]) =>
  api.tokenFor({ accountId: (await insertAccount(db, { roles: ['internal', ...roles] as never })).account_id })
const finance = await getToken('financeadmin')
const colleague = await getToken('financeadmin')

interface Call {
  path: string
  body?: object
  token?: string
}
const send = async ({ path, body = {}, token = finance }: Call, headers: Record<string, string> = {}) => {
  const response = await api.call('POST', path, { token, body, headers })
  return { status: response.status, body: await response.json() }
}
const preview = (call: Call) => send(call, { 'Dry-Run': 'true' })

/** Replaces times and request IDs, which differ between a dry run and the action. */
const mask = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, field) =>
    key === 'requestId' || /^\d{4}-\d\d-\d\dT/.test(String(field)) ? 'masked' : field,
  )

/** Counts the rows of the tables that the actions write. */
async function countRows() {
  const tables = ['audit_log', 'payments', 'postings', 'lockbox_parts', 'events', 'email_messages', 'notices']
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(db)
      return [table, rows[0]?.n]
    }),
  )
  return Object.fromEntries(counts)
}

/** Expects that the dry run changes nothing and that the action then does exactly what the dry run returned. */
async function expectSameResult(call: Call) {
  const before = await countRows()
  const predicted = await preview(call)
  expect(await countRows()).toEqual(before)
  const actual = await send(call)
  expect(mask(actual)).toEqual(mask(predicted))
  return actual
}

let items = 0
async function importCheck(cents: number) {
  items += 1
  const csv = writeCsv([
    {
      ...{ lockboxNo: '777010', depositDate: '2026-11-19', batchNo: '1', itemNo: String(items), amountCents: cents },
      ...{ checkNo: String(5000 + items), payer: 'Marina Sample', reference: 'none' },
    },
  ])
  const form = new FormData()
  form.append('file', new File([csv], 'checks.csv'))
  form.append('format', 'csv')
  const response = await api.call('POST', '/api/v1/payments/lockbox/import', { token: finance, raw: form })
  const { payload } = await response.json()
  const { payload: found } = await (
    await api.call('GET', `/api/v1/payments/lockbox/imports/${payload.importId}`, { token: finance })
  ).json()
  return found.items[0].id as string
}
const settle = (id: string, body: object, token = finance): Call => ({
  ...{ path: '/api/v1/payments/lockbox/update', token },
  body: { id, ...body },
})

describe('preview of a confirmation (UI-23)', () => {
  it('shows the balances before and after a check is applied, split, reversed and bounced', async () => {
    const [one, other] = [await insertPolicy(db), await insertPolicy(db)]
    const due = one.totalCents
    const id = await importCheck(due + 5_000)
    const parts = [
      { policyNo: one.policy_no, amount: due / 100 },
      { policyNo: other.policy_no, amount: 50 },
    ]
    const split = await expectSameResult(settle(id, { action: 'apply', parts }))
    expect(split.body.payload.effects).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ policyNo: one.policy_no, balanceBefore: due / 100, balanceAfter: 0 }),
        expect.objectContaining({
          policyNo: other.policy_no,
          balanceBefore: other.totalCents / 100,
          balanceAfter: (other.totalCents - 5_000) / 100,
        }),
      ]),
    )
    const reversed = await expectSameResult(settle(id, { action: 'reverse' }))
    expect(reversed.body.payload.effects).toContainEqual(
      expect.objectContaining({ policyNo: one.policy_no, balanceBefore: 0, balanceAfter: due / 100 }),
    )
    await send(settle(id, { action: 'apply', parts }))
    const bounced = await expectSameResult(settle(id, { action: 'bounce' }))
    expect(bounced.body.payload.effects).toHaveLength(2)
  })

  it('states an overpayment and the reason for a rejection before a check is applied', async () => {
    const policy = await insertPolicy(db)
    const id = await importCheck(policy.totalCents + 100)
    const over = await preview(settle(id, { action: 'apply', policyNo: policy.policy_no }))
    expect(over.body.payload.effects).toMatchObject([{ balanceAfter: -1 }])
    const rejected = await expectSameResult(
      settle(id, { action: 'apply', parts: [{ policyNo: policy.policy_no, amount: 1 }] }),
    )
    expect([rejected.status, rejected.body.errors[0].code]).toEqual([422, 'amounts_do_not_match'])
  })

  it('shows a closed commission statement, and why an open month cannot be closed', async () => {
    const { agency_id } = await insertAgency(db)
    const insert = async (month: string) =>
      (
        await db
          .insertInto('commission_statements')
          .values({ agency_id, month })
          .returning('statement_id')
          .executeTakeFirstOrThrow()
      ).statement_id
    const past = await insert('2020-01-01')
    const closed = await expectSameResult({ path: `/api/v1/commissions/statements/${past}/close` })
    expect([closed.status, closed.body.payload.status]).toEqual([200, 'closed'])
    const current = await insert(`${new Date().toISOString().slice(0, 7)}-01`)
    const rejected = await expectSameResult({ path: `/api/v1/commissions/statements/${current}/close` })
    expect([rejected.status, rejected.body.errors[0].code]).toEqual([409, 'month_not_ended'])
  })

  it('shows an approved payout batch, and rejects its creator in the preview and the action alike', async () => {
    const creator = await insertAccount(db, { roles: ['internal', 'financeadmin'] })
    const { payout_batch_id } = await db
      .insertInto('payout_batches')
      .values({
        ...{ state: 'pendingApproval', total_cents: 100, statement_count: 1 },
        ...{ created_by: creator.account_id, created_by_name: 'Kim Keeper' },
      } as never)
      .returning('payout_batch_id')
      .executeTakeFirstOrThrow()
    const path = `/api/v1/commissions/payouts/${payout_batch_id}/approve`
    const own = await expectSameResult({ path, token: await api.tokenFor({ accountId: creator.account_id }) })
    expect([own.status, own.body.errors[0].code]).toEqual([409, 'requires_second_person'])
    const approved = await expectSameResult({ path, token: colleague })
    expect([approved.status, approved.body.payload.status]).toEqual([200, 'ready'])
  })

  it('shows a paid, returned or voided payout batch, and why a batch cannot be paid or voided', async () => {
    const { agency_id } = await insertAgency(db)
    const { statement_id } = await db
      .insertInto('commission_statements')
      .values({ agency_id, month: '2020-02-01', state: 'closed', total_cents: 100 } as never)
      .returning('statement_id')
      .executeTakeFirstOrThrow()
    const insertBatch = async () => {
      const { payout_batch_id } = await db
        .insertInto('payout_batches')
        .values({
          ...{ state: 'ready', total_cents: 100, statement_count: 1, created_at: new Date('2020-03-02T12:00:00Z') },
          ...{ created_by: 'kim', created_by_name: 'Kim Keeper' },
        } as never)
        .returning('payout_batch_id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('payout_items')
        .values({ payout_batch_id, statement_id, amount_cents: 100, account_fingerprint: 'f'.repeat(64) } as never)
        .execute()
      return `/api/v1/commissions/payouts/${payout_batch_id}`
    }
    const batch = await insertBatch()
    const pay = (paidOn: string) => ({ path: `${batch}/markPaid`, body: { paidOn, paymentReference: 'ACH-1' } })
    const early = await expectSameResult(pay('2020-03-01'))
    expect([early.status, early.body.errors[0].code]).toEqual([422, 'before_creation'])
    const paid = await expectSameResult(pay('2020-03-03'))
    expect([paid.status, paid.body.payload.status]).toEqual([200, 'paid'])
    const unvoidable = await expectSameResult({ path: `${batch}/void`, body: { reason: 'A statement is missing.' } })
    expect([unvoidable.status, unvoidable.body.errors[0].code]).toEqual([409, 'wrong_batch_status'])
    const back = { path: `${batch}/statements/${statement_id}/return`, body: { note: 'R02 account closed' } }
    const returned = await expectSameResult(back)
    expect(returned.body.payload.items).toMatchObject([{ returnNote: 'R02 account closed' }])
    expect((await preview(back)).status).toBe(409)
    const voided = await expectSameResult({
      path: `${await insertBatch()}/void`,
      body: { reason: 'A statement is missing.' },
    })
    expect([voided.status, voided.body.payload.status]).toEqual([200, 'voided'])
  })

  it('shows a queued commission run without starting it, and why the current month cannot be closed', async () => {
    const [year, month] = new Date().toISOString().split('-').map(Number)
    const path = '/api/v1/commissions/runs'
    const rejected = await expectSameResult({ path, body: { year, month, isClosing: true } })
    expect([rejected.status, rejected.body.errors[0].code]).toEqual([409, 'month_not_ended'])
    const call = { path, body: { year: 2020, month: 1, isClosing: true } }
    const queued = await preview(call)
    expect([queued.status, queued.body.payload.status]).toEqual([202, 'queued'])
    expect((await db.selectFrom('commission_runs').selectAll().execute()).length).toBe(0)
    expect((await send(call)).status).toBe(202)
    const second = await expectSameResult(call)
    expect([second.status, second.body.errors[0].code]).toEqual([409, 'run_in_progress'])
  })

  it('shows an approved agency, and why an unsigned registration cannot be approved', async () => {
    const agency = await insertAgency(db)
    const { account_id } = await insertAccount(db, { agency_id: agency.agency_id })
    await db.updateTable('agencies').set({ status: 'P' }).where('agency_id', '=', agency.agency_id).execute()
    const path = `/api/v1/agencies/${agency.agency_no}/registration/approve`
    const unsigned = await expectSameResult({ path })
    expect(unsigned.status).toBe(422)
    await db
      .insertInto('registration_documents')
      .values(
        (['agreement', 'commissions'] as const).map((kind) => ({
          ...{ agency_id: agency.agency_id, kind, doc_name: kind, doc_text: kind, created_at: new Date() },
          ...{ signed_by_account: account_id, signed_by_name: 'Pat Agent', signed_at: new Date() },
          ...{ sha256_before: 'a'.repeat(64), sha256_after: 'b'.repeat(64), document_name: 'agreement.pdf' },
        })),
      )
      .execute()
    const approved = await expectSameResult({ path })
    expect([approved.status, approved.body.payload.status]).toEqual([200, 'A'])
  })

  it('shows a decided change, and leaves the setting unchanged until it is decided', async () => {
    const [asker, second] = [await getToken('superuser'), await getToken('superuser')]
    const path = '/api/admin/settings/checks.secondPersonAbove'
    const read = async () => JSON.parse((await (await api.call('GET', path, { token: second })).json()).value)
    const limit = await read()
    const body = { value: JSON.stringify(limit + 1) }
    const response = await api.call('PUT', path, { token: asker, body })
    const { errors } = await response.json()
    expect([response.status, errors[0].code]).toEqual([409, 'approval_pending'])
    const approvals = await (await api.call('GET', '/api/admin/approvals', { token: second })).json()
    const [{ id }] = approvals
    const call = { path: `/api/admin/approvals/${id}/decide`, body: { decision: 'approve' }, token: second }
    const predicted = await preview(call)
    expect(predicted.body).toMatchObject({ state: 'approved' })
    expect(await read()).toBe(limit)
    expect(mask((await send(call)).body)).toEqual(mask(predicted.body))
    expect(await read()).toBe(limit + 1)
  })
})
