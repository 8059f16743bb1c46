import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar/days.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { PaymentResponse } from '../payments/reads/payment-response.ts'
import { paymentHandlers } from '../payments/routes.ts'
import { createAreaApp, createStaffActor, defaultTestTime } from '../testing/area-app.ts'
import { insertAgency, insertPayment, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { listAging } from './listAging.route.ts'
import { listDisputes } from './listDisputes.route.ts'
import { policyHandlers } from './routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { ...paymentHandlers, ...policyHandlers, listAging, listDisputes })
const staff = createStaffActor()
const finance = createStaffActor('financeadmin')

type Policy = Awaited<ReturnType<typeof insertPolicy>>

const statuses = ['processing', 'paid', 'failed', 'cancelled', 'refunded', 'disputed'] as const
const types = [1, 2, 3, 4, 5, 6, 12] as const
/** Refunded amounts of a $500.00 payment, in cents. */
const gone = { 'nothing has left': 0, 'a part has left': 20_000, 'all has left': 50_000 }
const balances = {
  'the policy is partly paid': { invoiced_cents: 112_500, received_cents: 50_000 },
  'nothing was paid': { invoiced_cents: 112_500, received_cents: 0 },
  'the policy is fully paid': { invoiced_cents: 112_500, received_cents: 112_500 },
  'the policy is overpaid': { invoiced_cents: 112_500, received_cents: 117_500 },
  'nothing is due and nothing was paid yet': { invoiced_cents: 0, received_cents: 0 },
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

/** Creates a policy with named payments for all combinations of status, type and refund (none, partial or full). */
async function everyPayment(included: readonly number[] = types) {
  const policy = await insertPolicy(db)
  const names = new Map<string, string>()
  for (const status of statuses)
    for (const type of included)
      for (const [left, goneCents] of Object.entries(gone)) {
        const row = { status: status as 'paid', type, goneCents }
        names.set(await writePayment(policy, names.size + 1, row), `${status}, type ${type}, ${left}`)
      }
  return { policy, names }
}

const setBalance = (policy: Policy, balance: Balance) =>
  db.updateTable('policy_balances').set(balance).where('policy_id', '=', policy.policy_id).execute()

const getList = async (policy: Policy, actor = staff): Promise<PaymentResponse[]> =>
  (await call(actor, `GET /api/v1/payments/policy/${policy.policy_no}`)).body.payload
const getConfirmation = async (policy: Policy, actor = staff): Promise<PaymentResponse[]> =>
  (await call(actor, `GET /api/v1/policies/${policy.policy_no}/getConfirmation`)).body.payload.payments

const moves = async (from: Policy, to: Policy, dollars: number, policyPaymentId: string): Promise<boolean> => {
  const path = `/api/v1/payments/${from.policy_no}/moveto/${to.policy_no}/${dollars.toFixed(2)}` as const
  const { status } = await call(staff, `PUT ${path}`, { body: { policyPaymentId } })
  // 409 means that the payment cannot be transferred. 422 means that the amount exceeds the remaining amount.
  expect([200, 409, 422]).toContain(status)
  return status === 200
}

describe('payment list', () => {
  it.each(Object.entries(balances))(
    'offers exactly the transfers that the server accepts when %s [C110] [D186] [D189]',
    async (_title, balance) => {
      // The type does not affect transfers, so only one balance is combined with all types.
      const included = balance === balances['the policy is partly paid'] ? types : [3, 12]
      const { policy, names } = await everyPayment(included)
      const other = await insertPolicy(db)
      await setBalance(policy, balance)
      const list = await getList(policy)
      expect(await getConfirmation(policy)).toEqual(list)

      const live: string[] = []
      const taken: string[] = []
      for (const { policyPaymentId: id, canTransfer, canTransferAgain, maximumTransfer } of list) {
        const name = names.get(id) ?? 'money that left'
        // An incoming transfer is transferred again by a separate action.
        expect(canTransferAgain && canTransfer, name).toBe(false)
        if (canTransfer || canTransferAgain) {
          live.push(name)
          expect(await moves(policy, other, maximumTransfer + 0.01, id), `more than all of ${name}`).toBe(false)
        } else expect(maximumTransfer, name).toBe(0)
        if (await moves(policy, other, maximumTransfer || 0.01, id)) taken.push(name)
        await setBalance(policy, balance)
      }
      expect(taken).toEqual(live)
      const isMovable = balance.invoiced_cents !== 0 || balance.received_cents !== 0
      expect(live).toHaveLength(isMovable ? included.length * 2 : 0)
    },
  )

  it('marks only paid and refunded payments as applied', async () => {
    const { policy } = await everyPayment()
    const list = await getList(policy)
    expect(await getConfirmation(policy)).toEqual(list)
    for (const { paymentStatus, isAppliedToPolicy } of list)
      expect(isAppliedToPolicy, paymentStatus).toBe(paymentStatus === 'paid' || paymentStatus === 'refunded')
  })

  it('offers no transfers to read-only staff', async () => {
    const { policy } = await everyPayment()
    const reader = createStaffActor('readonly')
    const list = await getList(policy, reader)
    expect(list.filter(({ canTransfer }) => canTransfer)).toEqual([])
    expect(await getConfirmation(policy, reader)).toEqual(list)
  })
})

describe('GET /billing/aging', () => {
  const today = getPropertyDate(defaultTestTime, 'FL')
  const dueSince = (policyId: string, days: number) =>
    sql`update obligations set due_date = ${addDays(today, -days)}::date where policy_id = ${policyId}`.execute(db)
  const aging = async (query: string) => (await call(finance, `GET /api/v1/billing/aging${query}`)).body.payload

  it('returns balances by agency and days past due, without paid policies', async () => {
    const { agency_id, agency_no, company } = await insertAgency(db)
    const of = { columns: { agency_id, agency_no } }
    for (const days of [-1, 0, 30, 31, 60, 61, 90, 91]) await dueSince((await insertPolicy(db, of)).policy_id, days)
    const paid = await insertPolicy(db, of)
    await insertPayment(db, { policyId: paid.policy_id, amountCents: paid.totalCents, now: defaultTestTime })
    const part = await insertPolicy(db, of)
    await dueSince(part.policy_id, 100)
    await insertPayment(db, { policyId: part.policy_id, amountCents: 100_000, now: defaultTestTime })
    const whole = part.totalCents / 100
    expect((await aging(`?agencyNo=${agency_no}`)).items).toEqual([
      {
        ...{ agencyNo: agency_no, company, policies: 9, notYetDue: whole, days0To30: 2 * whole },
        ...{ days31To60: 2 * whole, days61To90: 2 * whole, over90Days: (2 * part.totalCents - 100_000) / 100 },
        total: (9 * part.totalCents - 100_000) / 100,
      },
    ])
  })

  it('applies payments to the earliest installments and counts only the open balances', async () => {
    const { agency_id, agency_no } = await insertAgency(db)
    const { policy_id } = await insertPolicy(db, { monthly: true, columns: { agency_id, agency_no } })
    const { rows } = await sql<{ cents: number; no: number }>`
      update obligations set due_date = ${today}::date + (installment_no - 3) * 31
      where policy_id = ${policy_id} returning amount_cents as cents, installment_no as no`.execute(db)
    const cents = rows.toSorted((one, other) => one.no - other.no).map((row) => Number(row.cents))
    const [first = 0, second = 0, third = 0] = cents
    await insertPayment(db, { policyId: policy_id, amountCents: first + 100, now: defaultTestTime })
    const [item] = (await aging(`?agencyNo=${agency_no}`)).items
    expect(item).toMatchObject({ days61To90: 0, days31To60: (second - 100) / 100, days0To30: third / 100 })
    expect(item.notYetDue).toBeCloseTo(cents.slice(3).reduce((sum, one) => sum + one, 0) / 100)
  })

  it('uses the open obligations index, and returns 403 without the finance role', async () => {
    const plan = await db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<Record<string, string>>`
        explain select policy_id, sum(open_cents) from obligations where open_cents > 0 group by 1`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain(' obligations_open')
    for (const path of ['aging', 'disputes'])
      expect((await call(staff, `GET /api/v1/billing/${path}`)).status).toBe(403)
  })
})

describe('GET /billing/disputes', () => {
  it('describes the balance effect of each dispute, and lists disputes awaiting evidence first', async () => {
    const policy = await insertPolicy(db)
    const { policy_payment_id } = await db
      .insertInto('payments')
      .values({
        ...{ payment_id: 'PAY-3999901-1', policy_id: policy.policy_id, payment_type_id: 3 },
        ...{ status: 'disputed', amount_cents: 50_000 },
      })
      .returning('policy_payment_id')
      .executeTakeFirstOrThrow()
    const day = (days: number) => new Date(defaultTestTime.getTime() + days * 86_400_000)
    const states = { won: null, needsResponse: day(9), inquiry: day(3), lost: null }
    for (const [state, evidence_due_at] of Object.entries(states))
      await db
        .insertInto('disputes')
        .values({
          ...{ dispute_id: `dp_${state}`, policy_payment_id, amount_cents: 50_000, reason: 'general' },
          ...{ state: state as 'won', evidence_due_at, opened_at: day(state === 'won' ? -2 : -1) },
        })
        .execute()
    const list = async (query = '') => (await call(finance, `GET /api/v1/billing/disputes${query}`)).body.payload
    const { items } = await list()
    expect(items.map(({ state, effect }: { state: string; effect: string }) => [state, effect])).toEqual([
      ['inquiry', 'Bank inquiry only. No funds have been withdrawn.'],
      ['needsResponse', 'The bank reversed $500.00, and it is due again. Submit evidence to contest.'],
      ['won', '$500.00 was recovered as a separate payment.'],
      ['lost', '$500.00 was lost and is due again.'],
    ])
    expect(items[1]).toMatchObject({
      ...{ policyNo: policy.policy_no, paymentId: 'PAY-3999901-1', amount: 500 },
      evidenceDueAt: day(9).toISOString(),
    })
    const first = await list('?take=3')
    expect((await list(`?take=3&cursor=${first.nextCursor}`)).items).toEqual(items.slice(3))
    expect((await list('?state=lost')).items).toEqual(items.slice(3))
  })
})
