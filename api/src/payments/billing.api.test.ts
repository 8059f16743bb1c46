import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { receivePayment } from '../ledger/payments.ts'
import { anAgent, aStaffMember, testNow } from '../testing/area-app.ts'
import { anAgency, aPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createStripeApp } from '../testing/stripe-app.ts'
import { paymentHandlers } from './routes.ts'

const database = await createTestDatabase()
const { db } = database
const { call } = await createStripeApp(database, paymentHandlers)
const finance = aStaffMember('financeadmin')
const author = { userId: null, name: 'Test', userType: 2 as const }

async function aPaidPolicy(payeeName: string, minutesAgo: number) {
  const policy = await aPolicy(db)
  const now = new Date(testNow.getTime() - minutesAgo * 60_000)
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
const idsOf = (page: { items: { payment: { paymentId: string } }[] }) =>
  page.items.map(({ payment }) => payment.paymentId)

describe('listBillingPayments', () => {
  it('has payments of every policy, newest first, with their policies in short', async () => {
    const page = await list()
    expect(page.resultCount).toBe(2)
    expect(idsOf(page)).toEqual([newer.paymentId, older.paymentId])
    expect(page.items[0]).toMatchObject({
      payment: { policyNo: newer.policy_no, amount: 100, paymentStatus: 'paid', canTransfer: true },
      insuredName: newer.insured_name,
      agencyNo: newer.agency_no,
      productId: 1,
    })
  })

  it('narrows them down, and pages', async () => {
    const day = testNow.toISOString().slice(0, 10)
    expect(idsOf(await list('?q=savings'))).toEqual([newer.paymentId])
    expect(idsOf(await list(`?q=${older.policy_no}`))).toEqual([older.paymentId])
    expect(idsOf(await list('?paymentType=3'))).toEqual([])
    expect(idsOf(await list('?paymentStatus=paid'))).toHaveLength(2)
    expect(idsOf(await list(`?from=${day}&to=${day}`))).toHaveLength(2)
    expect(idsOf(await list('?to=2020-01-01'))).toEqual([])
    expect(idsOf(await list('?take=1&skip=1'))).toEqual([older.paymentId])
  })

  it('tells who keeps a copy what changed since', async () => {
    const { rows } = await sql<{ moment: string }>`
      select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`.execute(db)
    expect(idsOf(await list(`?changedAfter=${rows[0]?.moment}`))).toEqual([])
    await sql`update payments set payee_name = 'Marina S. Sample' where payment_id = ${older.paymentId}`.execute(db)
    expect(idsOf(await list(`?changedAfter=${rows[0]?.moment}`))).toEqual([older.paymentId])
  })

  it('is for finance staff', async () => {
    for (const actor of [aStaffMember(), anAgent(await anAgency(db))])
      expect((await call(actor, 'GET /api/v1/billing/payments')).status).toBe(403)
  })
})

describe('getBillingPayment', () => {
  const read = (paymentId: string) => call(finance, `GET /api/v1/billing/payments/${paymentId}`)

  it('tells the whole story: what was given back, and what still can be', async () => {
    const { body } = await read(newer.paymentId)
    expect(body.payload).toMatchObject({ paymentId: newer.paymentId, refundable: 100, method: null })
    expect(body.payload.receipts).toMatchObject([{ policyNo: newer.policy_no, policyPaymentId: newer.policyPaymentId }])
    const refund = { body: { amount: 40, reason: 'Paid too much.' } }
    await call(finance, `POST /api/v1/billing/payments/${newer.paymentId}/refund`, refund)
    const { payload } = (await read(newer.paymentId)).body
    expect(payload.rows.map(({ amount }: { amount: number }) => amount)).toEqual([100, -40])
    expect(payload.refundable).toBe(60)
  })

  it('404 for a payment that is not there', async () => {
    expect((await read('PAY-9999999-1')).status).toBe(404)
  })
})
