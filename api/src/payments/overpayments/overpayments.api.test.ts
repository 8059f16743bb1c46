import { describe, expect, it } from 'vitest'
import { postInvoice } from '../../ledger/invoices.ts'
import { failPayment } from '../../ledger/payments.ts'
import { failRefund, refundPayment } from '../../ledger/refunds.ts'
import { createStaffActor, defaultTestTime } from '../../testing/area-app.ts'
import { insertPolicy } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createStripeApp } from '../../testing/stripe-app.ts'
import { paymentHandlers } from '../routes.ts'

const database = await createTestDatabase()
const { db } = database
const { call } = await createStripeApp(database, paymentHandlers)
const finance = createStaffActor('financeadmin')
const colleague = createStaffActor('financeadmin')

interface Item {
  overpaymentId: string
  policyNo: string
  paymentId: string
  amount: number
  status: string
}
const getItem = async (policyNo: string, status: string): Promise<Item | undefined> => {
  const { body } = await call(finance, `GET /api/v1/billing/overpayments?status=${status}&take=100`)
  return body.payload.items.find((item: Item) => item.policyNo === policyNo)
}

/** Creates a policy with a check that overpaid it by $75.00. By default, a colleague records the check. */
async function paidTooMuch(recordedBy = colleague) {
  const policy = await insertPolicy(db)
  const check = { amount: 1200, checkNo: '1042', payeeName: 'Marina Sample', memo: 'Premium', createdAt: '2026-11-19' }
  const { body } = await call(recordedBy, `POST /api/v1/payments/check/${policy.policy_no}`, { body: check })
  const { policyPaymentId } = body.payload.payment
  const item = (await getItem(policy.policy_no, 'open')) as Item
  return { policyNo: policy.policy_no, policyId: policy.policy_id, policyPaymentId: String(policyPaymentId), item }
}
type Paid = Awaited<ReturnType<typeof paidTooMuch>>

const refund = ({ item }: Paid, amount: number) =>
  call(finance, `POST /api/v1/billing/payments/${item.paymentId}/refund`, { body: { amount, reason: 'Paid twice.' } })
const transferTo = ({ policyNo, policyPaymentId }: Paid, to: string, amount: number) =>
  call(finance, `PUT /api/v1/payments/${policyNo}/moveto/${to}/${amount}`, { body: { policyPaymentId } })
const resolve = ({ item }: Paid, body: object) =>
  call(finance, `POST /api/v1/billing/overpayments/${item.overpaymentId}/resolve`, { body })
const getDue = async (policyId: string) =>
  (
    await db
      .selectFrom('policy_balances')
      .select('due_cents')
      .where('policy_id', '=', policyId)
      .executeTakeFirstOrThrow()
  ).due_cents

const decisions = async () => ({
  refundPayer: { decision: 'refundPayer' },
  transfer: { decision: 'transfer', toPolicyNo: (await insertPolicy(db)).policy_no },
  keepAsCredit: { decision: 'keepAsCredit' },
})

describe('overpayment', () => {
  it('decreases with each refund or transfer of its payment', async () => {
    const paid = await paidTooMuch()
    expect(paid.item.amount).toBe(75)
    await refund(paid, 30)
    expect(await getItem(paid.policyNo, 'open')).toMatchObject({ amount: 45 })
    await transferTo(paid, (await insertPolicy(db)).policy_no, 20)
    expect(await getItem(paid.policyNo, 'open')).toMatchObject({ amount: 25 })
  })

  it.each([
    ['refundPayer', { status: 'refunded' }, 0],
    ['transfer', { status: 'transferred' }, 0],
    ['keepAsCredit', { status: 'keptAsCredit', amount: 45 }, -4500],
  ] as const)('is closed only once by %s after a partial refund', async (name, settled, dueCents) => {
    const paid = await paidTooMuch()
    await refund(paid, 30)
    const input = (await decisions())[name]
    expect(await resolve(paid, input)).toMatchObject({ status: 200, body: { payload: settled } })
    expect(await getDue(paid.policyId)).toBe(dueCents)
    expect((await resolve(paid, input)).status).toBe(409)
  })

  it.each(['refundPayer', 'transfer', 'keepAsCredit'] as const)(
    'is closed by a full refund, so that %s then returns 409',
    async (name) => {
      const paid = await paidTooMuch()
      await refund(paid, 30)
      await refund(paid, 45)
      expect(await getItem(paid.policyNo, 'open')).toBeUndefined()
      expect(await getItem(paid.policyNo, 'refunded')).toMatchObject({ resolvedByUserName: 'Sam Staff' })
      expect(await resolve(paid, (await decisions())[name])).toMatchObject({
        status: 409,
        body: { errors: [{ code: 'already_decided' }] },
      })
      expect(await getDue(paid.policyId)).toBe(0)
    },
  )

  it('is refunded only after approval by a second person if the caller recorded the check (REF-12)', async () => {
    const paid = await paidTooMuch(finance)
    const needsSecondPerson = { status: 409, body: { errors: [{ code: 'requires_second_person' }] } }
    expect(await refund(paid, 30)).toMatchObject(needsSecondPerson)
    expect(await resolve(paid, { decision: 'refundPayer' })).toMatchObject(needsSecondPerson)
    // The check is still the caller's own after a transfer to another policy.
    const moved = await transferTo(paid, (await insertPolicy(db)).policy_no, 20)
    const { paymentId } = moved.body.payload.transferred
    const path = `POST /api/v1/billing/payments/${paymentId}/refund`
    expect(await call(finance, path, { body: { amount: 20, reason: 'Paid twice.' } })).toMatchObject(needsSecondPerson)
    expect(await getDue(paid.policyId)).toBe(-5500)
  })

  it('is closed as transferred if the transfer exceeds the overpayment', async () => {
    const paid = await paidTooMuch()
    await transferTo(paid, (await insertPolicy(db)).policy_no, 100)
    expect(await getItem(paid.policyNo, 'transferred')).toMatchObject({ resolvedByUserName: 'Sam Staff' })
  })

  it.each([
    [3000, 'open', 45],
    [7500, 'spent', 75],
  ])('is reduced or used up by additional premium of %i cents', async (amountCents, status, amount) => {
    const paid = await paidTooMuch()
    await db.transaction().execute((trx) =>
      postInvoice(trx, {
        policyId: paid.policyId,
        lines: [{ charge: 'premium_written', amountCents, description: 'Premium' }],
        dueDate: '2026-12-21',
      }),
    )
    expect(await getItem(paid.policyNo, status)).toMatchObject({ amount })
    if (status === 'spent') expect((await resolve(paid, { decision: 'keepAsCredit' })).status).toBe(409)
  })

  it('is reopened when the bank returns the refund', async () => {
    const paid = await paidTooMuch()
    const author = { userId: null, name: 'Sam Staff', userType: 3 as const }
    await db.transaction().execute(async (trx) => {
      const input = { policyPaymentId: paid.policyPaymentId, amountCents: 7500, author, now: defaultTestTime }
      const decided = await refundPayment(trx, input)
      if ('problem' in decided) throw new Error(decided.problem)
      await failRefund(trx, decided.refundId, { code: 'closed', reason: 'Account closed', now: defaultTestTime })
    })
    expect(await getItem(paid.policyNo, 'open')).toMatchObject({ amount: 75, resolvedByUserName: null })
  })

  it('is removed when its check bounces', async () => {
    const paid = await paidTooMuch()
    const failure = { code: 'bounced', reason: 'No funds', now: defaultTestTime }
    await db.transaction().execute((trx) => failPayment(trx, paid.policyPaymentId, failure))
    expect(await getItem(paid.policyNo, 'open')).toBeUndefined()
    expect((await resolve(paid, { decision: 'keepAsCredit' })).status).toBe(404)
  })
})
