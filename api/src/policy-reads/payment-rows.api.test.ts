import { describe, expect, it } from 'vitest'
import type { PresentedPayment } from '../payments/reads/present-payment.ts'
import { paymentHandlers } from '../payments/routes.ts'
import { aStaffMember, createAreaApp } from '../testing/area-app.ts'
import { aPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { policyHandlers } from './routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { ...paymentHandlers, ...policyHandlers })
const staff = aStaffMember()

type Policy = Awaited<ReturnType<typeof aPolicy>>

const statuses = ['processing', 'paid', 'failed', 'cancelled', 'refunded', 'disputed'] as const
const types = [1, 2, 3, 4, 5, 6, 12] as const
/** What has left a payment of 500.00, in cents. */
const gone = { 'nothing has left': 0, 'a part has left': 20_000, 'all has left': 50_000 }
const balances = {
  'something is due and something was paid': { invoiced_cents: 112_500, received_cents: 50_000 },
  'all is due and nothing was paid': { invoiced_cents: 112_500, received_cents: 0 },
  'all is paid': { invoiced_cents: 112_500, received_cents: 112_500 },
  'too much is paid': { invoiced_cents: 112_500, received_cents: 117_500 },
  'nothing is due and nothing was paid': { invoiced_cents: 0, received_cents: 0 },
}
type Balance = (typeof balances)[keyof typeof balances]

async function writePayment(policy: Policy, n: number, row: { status: 'paid'; type: number; goneCents: number }) {
  const shared = {
    payment_id: `PAY-${policy.policy_no.slice(3)}-${n}`,
    policy_id: policy.policy_id,
    payment_type_id: row.type,
  }
  const { policy_payment_id } = await db
    .insertInto('payments')
    .values({ ...shared, status: row.status, amount_cents: 50_000 })
    .returning('policy_payment_id')
    .executeTakeFirstOrThrow()
  if (row.goneCents)
    await db
      .insertInto('payments')
      .values({ ...shared, status: 'refunded', amount_cents: -row.goneCents, record_type: 'Refund' })
      .execute()
  return policy_payment_id
}

/** A policy with a payment of every status and type of which nothing, a part and all has left; each has its name. */
async function everyPayment() {
  const policy = await aPolicy(db)
  const names = new Map<string, string>()
  for (const status of statuses)
    for (const type of types)
      for (const [left, goneCents] of Object.entries(gone)) {
        const row = { status: status as 'paid', type, goneCents }
        names.set(await writePayment(policy, names.size + 1, row), `${status}, type ${type}, ${left}`)
      }
  return { policy, names }
}

const setBalance = (policy: Policy, balance: Balance) =>
  db.updateTable('policy_balances').set(balance).where('policy_id', '=', policy.policy_id).execute()

const listOf = async (policy: Policy, actor = staff): Promise<PresentedPayment[]> =>
  (await call(actor, `GET /api/v1/payments/policy/${policy.policy_no}`)).body.payload
const confirmationOf = async (policy: Policy, actor = staff): Promise<PresentedPayment[]> =>
  (await call(actor, `GET /api/v1/policies/${policy.policy_no}/getConfirmation`)).body.payload.payments

const moves = async (from: Policy, to: Policy, dollars: number, policyPaymentId: string): Promise<boolean> => {
  const path = `/api/v1/payments/${from.policy_no}/moveto/${to.policy_no}/${dollars.toFixed(2)}` as const
  const { status } = await call(staff, `PUT ${path}`, { body: { policyPaymentId } })
  // 409 for a payment that is not one to be moved, 422 for more than is left of it.
  expect([200, 409, 422]).toContain(status)
  return status === 200
}

describe('a payment row is told and taken alike', () => {
  it.each(Object.entries(balances))('when %s [C110] [D186] [D189]', async (_title, balance) => {
    const { policy, names } = await everyPayment()
    const other = await aPolicy(db)
    await setBalance(policy, balance)
    const list = await listOf(policy)
    expect(await confirmationOf(policy)).toEqual(list)

    const live: string[] = []
    const taken: string[] = []
    for (const { policyPaymentId: id, canTransfer, maximumTransfer } of list) {
      const name = names.get(id) ?? 'money that left'
      if (canTransfer) {
        live.push(name)
        expect(await moves(policy, other, maximumTransfer + 0.01, id), `more than all of ${name}`).toBe(false)
      } else expect(maximumTransfer, name).toBe(0)
      if (await moves(policy, other, maximumTransfer || 0.01, id)) taken.push(name)
      await setBalance(policy, balance)
    }
    expect(taken).toEqual(live)
    const isMovable = balance.invoiced_cents !== 0 || balance.received_cents !== 0
    expect(live).toHaveLength(isMovable ? 6 * 2 : 0)
  })

  it('as applied once it is paid, or has been sent back, and not before', async () => {
    const { policy } = await everyPayment()
    const list = await listOf(policy)
    expect(await confirmationOf(policy)).toEqual(list)
    for (const { paymentStatus, isAppliedToPolicy } of list)
      expect(isAppliedToPolicy, paymentStatus).toBe(paymentStatus === 'paid' || paymentStatus === 'refunded')
  })

  it('as not to be moved to those who only look', async () => {
    const { policy } = await everyPayment()
    const reader = aStaffMember('readonly')
    const list = await listOf(policy, reader)
    expect(list.filter(({ canTransfer }) => canTransfer)).toEqual([])
    expect(await confirmationOf(policy, reader)).toEqual(list)
  })
})
