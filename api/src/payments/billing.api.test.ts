import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../http/context.ts'
import { createOverpayment } from '../ledger/overpayment.ts'
import { receivePayment } from '../ledger/payments.ts'
import { listSmallBalances } from '../policy-reads/listSmallBalances.route.ts'
import { clearSettingsCache } from '../settings/settings.ts'
import { createAgentActor, createStaffActor, defaultTestTime } from '../testing/area-app.ts'
import { insertAgency, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createStripeApp } from '../testing/stripe-app.ts'
import { paymentHandlers } from './routes.ts'

const database = await createTestDatabase()
const { db } = database
const { call } = await createStripeApp(database, { ...paymentHandlers, listSmallBalances })
const finance = createStaffActor('financeadmin')
const author = { userId: null, name: 'Test', userType: 2 as const }

async function aPaidPolicy(payeeName: string, minutesAgo: number) {
  const policy = await insertPolicy(db)
  const now = new Date(defaultTestTime.getTime() - minutesAgo * 60_000)
  const { policyPaymentId } = await db
    .transaction()
    .execute((trx) =>
      receivePayment(trx, { policyId: policy.policy_id, typeId: 2, amountCents: 100_00, status: 'paid', author, now }),
    )
  const { payment_id: paymentId } = await db
    .updateTable('payments')
    .set({ payee_name: payeeName })
    .where('policy_payment_id', '=', policyPaymentId)
    .returning('payment_id')
    .executeTakeFirstOrThrow()
  return { ...policy, policyPaymentId, paymentId }
}

const [older, newer] = [await aPaidPolicy('Marina Sample', 20), await aPaidPolicy('Sample Savings Bank', 10)]
const list = async (query = '') => (await call(finance, `GET /api/v1/billing/payments${query}`)).body.payload
const getIds = (page: { items: { payment: { paymentId: string } }[] }) =>
  page.items.map(({ payment }) => payment.paymentId)

describe('listBillingPayments', () => {
  it('returns payments of all policies, newest first, with a policy summary', async () => {
    const page = await list()
    expect(page.resultCount).toBe(2)
    expect(getIds(page)).toEqual([newer.paymentId, older.paymentId])
    expect(page.items[0]).toMatchObject({
      payment: { policyNo: newer.policy_no, amount: 100, paymentStatus: 'paid', canTransfer: true },
      insuredName: newer.insured_name,
      agencyNo: newer.agency_no,
      productId: 1,
    })
  })

  it('filters payments by text, policy, type, status and date, and returns pages', async () => {
    const day = defaultTestTime.toISOString().slice(0, 10)
    expect(getIds(await list('?q=savings'))).toEqual([newer.paymentId])
    expect(getIds(await list(`?q=${older.policy_no}`))).toEqual([older.paymentId])
    expect(getIds(await list('?paymentType=3'))).toEqual([])
    expect(getIds(await list('?paymentStatus=paid'))).toHaveLength(2)
    expect(getIds(await list(`?from=${day}&to=${day}`))).toHaveLength(2)
    expect(getIds(await list('?to=2020-01-01'))).toEqual([])
    expect(getIds(await list('?take=1&skip=1'))).toEqual([older.paymentId])
  })

  it('returns only payments that changed after the given time', async () => {
    const { rows } = await sql<{ moment: string }>`
      select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`.execute(db)
    expect(getIds(await list(`?changedAfter=${rows[0]?.moment}`))).toEqual([])
    await sql`update payments set payee_name = 'Marina S. Sample' where payment_id = ${older.paymentId}`.execute(db)
    expect(getIds(await list(`?changedAfter=${rows[0]?.moment}`))).toEqual([older.paymentId])
  })

  it('returns 403 to users other than finance staff', async () => {
    for (const actor of [createStaffActor(), createAgentActor(await insertAgency(db))])
      expect((await call(actor, 'GET /api/v1/billing/payments')).status).toBe(403)
  })
})

describe('getBillingPayment', () => {
  const read = (paymentId: string) => call(finance, `GET /api/v1/billing/payments/${paymentId}`)

  it('returns all rows of a payment, including refunds, with the refundable amount', async () => {
    const { body } = await read(newer.paymentId)
    expect(body.payload).toMatchObject({ paymentId: newer.paymentId, refundable: 100, method: null })
    expect(body.payload.receipts).toMatchObject([{ policyNo: newer.policy_no, policyPaymentId: newer.policyPaymentId }])
    const refund = { body: { amount: 40, reason: 'Paid too much.' } }
    await call(finance, `POST /api/v1/billing/payments/${newer.paymentId}/refund`, refund)
    const { payload } = (await read(newer.paymentId)).body
    expect(payload.rows.map(({ amount }: { amount: number }) => amount)).toEqual([100, -40])
    expect(payload.refundable).toBe(60)
  })

  it('returns 404 for an unknown payment', async () => {
    expect((await read('PAY-9999999-1')).status).toBe(404)
  })
})

/** Creates a policy that owes `cents`. If `cents` is negative, the policy has a credit. */
async function aPolicyThatOwes(cents: number, status: 'paid' | 'processing' = 'paid') {
  const { policy_id: policyId, policy_no: policyNo, totalCents } = await insertPolicy(db)
  await db.transaction().execute(async (trx) => {
    const amountCents = totalCents - cents
    const { policyPaymentId } = await receivePayment(trx, {
      ...{ policyId, typeId: 3, amountCents, status, author, now: defaultTestTime },
    })
    await createOverpayment(trx, { policyPaymentId, policyId, amountCents, now: defaultTestTime })
  })
  return { policyId, policyNo, path: `/api/v1/billing/policies/${policyNo}/writeOffs` }
}

describe('small balance write-off', () => {
  const writeOff = (path: string, amount: number, who: Actor = finance) =>
    call(who, `POST ${path}`, { body: { amount, reason: 'Not worth a stamp' } })
  const reverseWriteOff = (writeOffId: string, who: Actor = finance) =>
    call(who, `POST /api/v1/billing/writeOffs/${writeOffId}/reverse`, { body: { reversalReason: 'Paid after all' } })
  const standing = async ({ policyId }: { policyId: string }) => {
    const { rows } = await sql<{ due: number; isPaid: boolean; writtenOff: number; postings: number }>`
      select b.due_cents as due, p.is_paid as "isPaid", coalesce((select sum(amount_cents) from postings x
        where x.policy_id = p.policy_id and account_code = 'write_off'), 0)::bigint as "writtenOff",
        (select sum(amount_cents) from postings)::bigint as postings
      from policies p join policy_balances b using (policy_id) where p.policy_id = ${policyId}`.execute(db)
    return rows[0]
  }
  const trailOf = async ({ policyId }: { policyId: string }) =>
    (
      await db
        .selectFrom('audit_log')
        .select(['action', 'details'])
        .where('policy_id', '=', policyId)
        .orderBy('audit_id')
        .execute()
    ).map(({ action, details }) => [action, details])

  it('is recorded in the ledger and audit log with a reason, and can be reversed once', async () => {
    const policy = await aPolicyThatOwes(342)
    const { status, body } = await writeOff(policy.path, 3.42)
    expect([status, body.payload]).toMatchObject([
      200,
      { amount: 3.42, createdByUserName: 'Sam Staff', reversedAt: null },
    ])
    expect(await standing(policy)).toEqual({ due: 0, isPaid: true, writtenOff: 342, postings: 0 })
    expect((await call(finance, `GET ${policy.path}`)).body.payload).toMatchObject({
      ...{ balance: 0, limit: 5, unavailableReason: 'The policy has no balance or credit.' },
      writeOffs: [{ writeOffId: body.payload.writeOffId, reason: 'Not worth a stamp' }],
    })
    const back = await reverseWriteOff(body.payload.writeOffId)
    expect([back.status, back.body.payload.reversalReason]).toEqual([200, 'Paid after all'])
    expect(await standing(policy)).toEqual({ due: 342, isPaid: false, writtenOff: 0, postings: 0 })
    expect(await reverseWriteOff(body.payload.writeOffId)).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'already_reversed' }] },
    })
    expect(await trailOf(policy)).toEqual([
      ['balance.writeOff', { amountCents: 342, reason: 'Not worth a stamp' }],
      ['balance.reverseWriteOff', { amountCents: 342, reason: 'Paid after all' }],
    ])
  })

  it('closes the overpayment of a credit balance until the write-off is reversed', async () => {
    const policy = await aPolicyThatOwes(-120)
    const states = async () =>
      (await db.selectFrom('overpayment_items').select('state').where('policy_id', '=', policy.policyId).execute()).map(
        ({ state }) => state,
      )
    const { body } = await writeOff(policy.path, -1.2)
    expect(await standing(policy)).toMatchObject({ due: 0, isPaid: true, writtenOff: -120 })
    expect(await states()).toEqual(['spent'])
    await reverseWriteOff(body.payload.writeOffId)
    expect(await standing(policy)).toMatchObject({ due: -120, writtenOff: 0 })
    expect(await states()).toEqual(['open'])
  })

  it.each([
    [500, 200],
    [501, 422],
    [-500, 200],
    [-501, 422],
  ])('has a default limit of five dollars: %i cents returns %i', async (cents, expected) => {
    const policy = await aPolicyThatOwes(cents)
    const { status, body } = await writeOff(policy.path, cents / 100)
    expect(status).toBe(expected)
    if (status === 200) return
    const balance = `${cents > 0 ? 'owes' : 'has a credit of'} $5.01`
    expect(body.message).toBe(`Only balances up to $5.00 can be written off. The policy ${balance}.`)
    expect((await standing(policy))?.due).toBe(cents)
    await db.insertInto('settings').values({ key: 'writeOffs.upTo', value: '5.01' }).execute()
    clearSettingsCache(db)
    expect((await writeOff(policy.path, cents / 100)).status).toBe(200)
    await db.deleteFrom('settings').where('key', '=', 'writeOffs.upTo').execute()
    clearSettingsCache(db)
  })

  it('changes nothing when posted or reversed in a dry run', async () => {
    const policy = await aPolicyThatOwes(321)
    const headers = { 'Dry-Run': 'true' }
    const input = { body: { amount: 3.21, reason: 'Not worth a stamp' } }
    const tried = await call(finance, `POST ${policy.path}`, { ...input, headers })
    expect(tried).toMatchObject({ status: 200, body: { payload: { amount: 3.21 } } })
    expect(await standing(policy)).toMatchObject({ due: 321, writtenOff: 0 })
    expect(await trailOf(policy)).toEqual([])
    const { body } = await writeOff(policy.path, 3.21)
    const path = `POST /api/v1/billing/writeOffs/${body.payload.writeOffId}/reverse`
    const back = await call(finance, path, { body: { reversalReason: 'Paid after all' }, headers })
    expect(back.status).toBe(200)
    expect(await standing(policy)).toMatchObject({ due: 0, writtenOff: 321 })
    expect((await trailOf(policy)).map(([action]) => action)).toEqual(['balance.writeOff'])
  })

  it('is posted once and reversed once, even with twenty simultaneous requests each', async () => {
    const policy = await aPolicyThatOwes(99)
    const twenty = async (send: () => Promise<{ status: number; body: { payload: { writeOffId: string } } }>) => {
      const responses = await Promise.all(Array.from({ length: 20 }, send))
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
      return responses.find(({ status }) => status === 200)?.body.payload.writeOffId ?? ''
    }
    const writeOffId = await twenty(() => writeOff(policy.path, 0.99))
    expect(await standing(policy)).toMatchObject({ due: 0, writtenOff: 99 })
    await twenty(() => reverseWriteOff(writeOffId))
    expect(await standing(policy)).toMatchObject({ due: 99, writtenOff: 0, postings: 0 })
  })

  it('is rejected if the balance has changed, is reserved as credit or is being paid', async () => {
    const seen = await aPolicyThatOwes(200)
    expect((await writeOff(seen.path, 1.99)).body.errors[0].code).toBe('amount_changed')
    expect((await writeOff(seen.path, -2)).body.errors[0].code).toBe('amount_changed')
    const kept = await aPolicyThatOwes(-300)
    await db
      .updateTable('overpayment_items')
      .set({ state: 'keptAsCredit' })
      .where('policy_id', '=', kept.policyId)
      .execute()
    expect((await writeOff(kept.path, -3)).body.errors[0].code).toBe('reserved_for_renewal')
    const onTheWay = await aPolicyThatOwes(300)
    const { policyId } = onTheWay
    await db.transaction().execute((trx) =>
      receivePayment(trx, {
        policyId,
        typeId: 2,
        amountCents: 300,
        status: 'processing',
        author,
        now: defaultTestTime,
      }),
    )
    expect((await writeOff(onTheWay.path, 3)).body.errors[0].code).toBe('payment_in_progress')
    for (const policy of [seen, kept, onTheWay]) expect((await standing(policy))?.writtenOff).toBe(0)
  })

  it('is offered for small balances, with the largest first', async () => {
    const [owed, credit, large] = [await aPolicyThatOwes(499), await aPolicyThatOwes(-498), await aPolicyThatOwes(600)]
    const found = async (query = '') =>
      (await call(finance, `GET /api/v1/billing/smallBalances${query}`)).body.payload.items.map(
        ({ policyNo, balance }: { policyNo: string; balance: number }) => [policyNo, balance],
      )
    const all = await found()
    expect(all.slice(0, 2)).toEqual([
      [owed.policyNo, 4.99],
      [credit.policyNo, -4.98],
    ])
    expect(all.map(([policyNo]: string[]) => policyNo)).not.toContain(large.policyNo)
    expect((await found('?kind=credit'))[0]).toEqual([credit.policyNo, -4.98])
    expect((await found('?kind=owed')).every(([, balance]: [string, number]) => balance > 0)).toBe(true)
    expect((await found('?take=1&skip=1'))[0]).toEqual([credit.policyNo, -4.98])
  })

  it('is limited to finance staff with write access, and returns 404 for an unknown ID', async () => {
    const policy = await aPolicyThatOwes(150)
    const { body } = await writeOff((await aPolicyThatOwes(151)).path, 1.51)
    const others = [
      createStaffActor(),
      createStaffActor('superuser'),
      createStaffActor('commissionAdmin'),
      createAgentActor(await insertAgency(db)),
    ]
    for (const who of [...others, createStaffActor('financeadmin', 'readonly')]) {
      expect((await writeOff(policy.path, 1.5, who)).status).toBe(403)
      expect((await reverseWriteOff(body.payload.writeOffId, who)).status).toBe(403)
    }
    for (const who of others)
      for (const path of [policy.path, '/api/v1/billing/smallBalances'])
        expect((await call(who, `GET ${path}`)).status).toBe(403)
    expect((await standing(policy))?.due).toBe(150)
    expect((await reverseWriteOff('00000000-0000-4000-8000-000000000001')).status).toBe(404)
    expect((await writeOff('/api/v1/billing/policies/RFL3999999/writeOffs', 1)).status).toBe(404)
    for (const reason of ['', '  ', 'a\u0000b'])
      expect((await call(finance, `POST ${policy.path}`, { body: { amount: 1.5, reason } })).status).toBe(400)
  })
})

describe('billing access', () => {
  const pages = (paymentId: string) => ['', `/${paymentId}`].map((end) => `GET /api/v1/billing/payments${end}`)

  it('requires the financeadmin role for every request [P055]', async () => {
    const calls = [...pages(older.paymentId), 'GET /api/admin/payments', 'GET /api/v1/billing/overpayments']
    const others = [
      createStaffActor(),
      createStaffActor('superuser'),
      createStaffActor('commissionAdmin'),
      createAgentActor(await insertAgency(db)),
    ]
    for (const one of calls) {
      expect([one, (await call(finance, one)).status]).toEqual([one, 200])
      expect([one, (await call(createStaffActor('financeadmin', 'readonly'), one)).status]).toEqual([one, 200])
      for (const other of others) expect([one, (await call(other, one)).status]).toEqual([one, 403])
    }
  })

  it('returns payments only to users who can see the policy [P058]', async () => {
    const { policy_no, agency_id, agency_no, policyPaymentId } = older
    const stranger = createAgentActor(await insertAgency(db))
    for (const who of [createStaffActor(), createStaffActor('readonly'), createAgentActor({ agency_id, agency_no })]) {
      const { status, body } = await call(who, `GET /api/v1/payments/policy/${policy_no}`)
      expect(status).toBe(200)
      expect(JSON.stringify(body.payload)).toContain(policyPaymentId)
    }
    expect((await call(stranger, `GET /api/v1/payments/policy/${policy_no}`)).status).toBe(404)
  })
})

describe('card fee administration', () => {
  const path = '/api/admin/cardFees'
  const amex = { brand: 'amex', country: 'US', rate: 0.0375, fixedAmount: 0.25, effectiveDate: '2026-01-01' }
  const quote = async () =>
    (await call(finance, 'GET /api/v1/payments/gettransactionfee?amount=1000&card=amex&country=US')).body
  const write = (method: string, id: string, body?: object, who = finance) =>
    call(who, `${method} ${path}${id}`, body ? { body } : {})

  it('returns fees filtered by brand and country, newest first', async () => {
    const ids = async (query = '') =>
      (await call(finance, `GET ${path}${query}`)).body.map(({ id }: { id: string }) => id)
    expect(await ids()).toHaveLength(4)
    expect(await ids(`?filter=${encodeURIComponent('{"brand":"amex","country":"*"}')}`)).toEqual(['amex.*.2000-01-01'])
    expect((await call(finance, `GET ${path}/default.US.2000-01-01`)).body).toMatchObject({
      rate: 0.029,
      fixedAmount: 0.3,
    })
    expect((await call(finance, `GET ${path}/visa.US.2000-01-01`)).status).toBe(404)
  })

  it('applies a fee from its effective date and rejects duplicates', async () => {
    const before = await quote()
    expect(await write('POST', '', { ...amex, effectiveDate: '2099-01-01' })).toMatchObject({ status: 201 })
    expect(await quote()).toEqual(before)
    expect(await write('POST', '', amex)).toMatchObject({ status: 201, body: { id: 'amex.US.2026-01-01', ...amex } })
    expect(await quote()).not.toEqual(before)
    expect((await write('POST', '', amex)).body.errors[0].code).toBe('already_exists')
    const changed = { ...amex, rate: 0.01, effectiveDate: '2026-02-01' }
    expect(await write('PUT', '/amex.US.2026-01-01', changed)).toMatchObject({
      status: 200,
      body: { id: 'amex.US.2026-02-01' },
    })
    expect((await write('PUT', '/amex.US.2026-02-01', { ...amex, effectiveDate: '2099-01-01' })).status).toBe(409)
    expect((await write('DELETE', '/amex.US.2026-02-01')).body).toMatchObject(changed)
    expect(await quote()).toEqual(before)
    const trail = await db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'cardFee')
      .orderBy('audit_id')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual([
      'cardFee.create',
      'cardFee.create',
      'cardFee.update',
      'cardFee.delete',
    ])
  })

  it('rejects deletion or postponement of the last default fee', async () => {
    const later = { ...amex, brand: 'default', effectiveDate: '2026-06-01' }
    for (const rejected of [
      await write('DELETE', '/default.US.2000-01-01'),
      await write('PUT', '/default.US.2000-01-01', { ...later, effectiveDate: '2027-01-01' }),
    ])
      expect([rejected.status, rejected.body.errors[0].code]).toEqual([409, 'last_default'])
    expect((await write('POST', '', later)).status).toBe(201)
    expect((await write('DELETE', '/default.US.2000-01-01')).status).toBe(409)
    expect((await write('DELETE', '/default.US.2026-06-01')).status).toBe(200)
  })

  it('rejects negative fees, rates above 100%, and fractions of a basis point', async () => {
    for (const [wrong, field] of [
      [{ fixedAmount: -0.01 }, 'fixedAmount'],
      [{ rate: 0.01234567 }, 'rate'],
      [{ rate: 1.01 }, 'rate'],
    ] as const) {
      const rejected = await write('POST', '', { ...amex, ...wrong })
      expect([rejected.status, rejected.body.errors[0].field]).toEqual([400, field])
    }
  })

  it('shows card fees only to finance staff, and allows changes only with write access', async () => {
    const readonlyStaff = createStaffActor('financeadmin', 'readonly')
    expect((await call(readonlyStaff, `GET ${path}`)).status).toBe(200)
    for (const who of [createStaffActor('superuser'), createStaffActor(), createAgentActor(await insertAgency(db))])
      expect((await call(who, `GET ${path}`)).status).toBe(403)
    for (const who of [readonlyStaff, createStaffActor('superuser')]) {
      expect((await write('POST', '', { ...amex, brand: 'visa' }, who as typeof finance)).status).toBe(403)
      expect((await write('DELETE', '/amex.US.2000-01-01', undefined, who as typeof finance)).status).toBe(403)
    }
  })
})
