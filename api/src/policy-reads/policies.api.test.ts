import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar/days.ts'
import { postInvoice } from '../ledger/invoices.ts'
import { failPayment, receivePayment } from '../ledger/payments.ts'
import { changePayer } from '../policy/payer.ts'
import {
  createAgentActor,
  createAreaApp,
  createInsuredActor,
  createStaffActor,
  defaultTestTime,
} from '../testing/area-app.ts'
import { insertAgency, insertAutoPay, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { getAddressData } from './getAddressData.route.ts'
import { getBindData } from './getBindData.route.ts'
import { getPolicyLiens } from './getPolicyLiens.route.ts'
import { policyHandlers } from './routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { ...policyHandlers, getAddressData, getBindData, getPolicyLiens })

const root = await insertAgency(db)
const child = await insertAgency(db, { parent: root.agency_id })
const stranger = await insertAgency(db)
const own = await insertPolicy(db, { columns: { agency_id: child.agency_id } })
const agent = createAgentActor(child)
const insured = createInsuredActor(own.identity_id)
const staff = createStaffActor('superuser')

const getConfirmation = (policyNo: string) => `GET /api/v1/policies/${policyNo}/getConfirmation`
const can = (
  response: { body: { payload: { can: { action: string; allowed: boolean; reason: string }[] } } },
  action: string,
) => response.body.payload.can.find((entry) => entry.action === action)

describe('getConfirmation', () => {
  it('returns the confirmation to agents of the agency and its parent agency [C057] [C177] [D002] [D320] [P264]', async () => {
    for (const actor of [agent, createAgentActor(root)]) {
      const { status, body } = await call(actor, getConfirmation(own.policy_no))
      expect(status).toBe(200)
      expect(body.payload).toMatchObject({
        policyNo: own.policy_no,
        status: 'Bound',
        totalPremium: 1125,
        totalDue: 1125,
        currentlyDue: 1125,
        isPaid: false,
        monthlyCost: 93.75,
        cancelReasons: ['13'],
        viewer: { kind: 'agent', userType: 1, party: 1, isReadonly: false },
        invoices: { total: 1125, due: 1125, paid: 0 },
        stripeKey: 'pk_test_example',
      })
    }
  })

  it('returns the exact amount of the next installment as the monthly cost', async () => {
    const policy = await insertPolicy(db, { product: 4, monthly: true, premiumCents: 27_838 })
    const [first] = await db
      .selectFrom('obligations')
      .select('amount_cents')
      .where('policy_id', '=', policy.policy_id)
      .orderBy('installment_no')
      .execute()
    const { body } = await call(staff, getConfirmation(policy.policy_no))
    expect(policy.totalCents % 12).toBeGreaterThan(6)
    expect(body.payload.monthlyCost).toBe(Number(first?.amount_cents) / 100)
    expect(body.payload.currentlyDue).toBe(body.payload.monthlyCost)
  })

  it('returns the same monthly cost after an endorsement with a separate invoice', async () => {
    const policy = await insertPolicy(db, { product: 4, monthly: true, premiumCents: 27_838 })
    const before = (await call(staff, getConfirmation(policy.policy_no))).body.payload
    await db.transaction().execute((trx) =>
      postInvoice(trx, {
        policyId: policy.policy_id,
        lines: [{ charge: 'premium_written', amountCents: 3709, description: 'Endorsement' }],
        // The date is before the due date of the next installment.
        dueDate: addDays('2026-11-20', 3),
      }),
    )
    const after = (await call(staff, getConfirmation(policy.policy_no))).body.payload
    expect(after.monthlyCost).toBe(before.monthlyCost)
    expect(after.currentlyDue).toBe(before.currentlyDue)
    expect(Math.round((after.totalDue - before.totalDue) * 100)).toBe(3709)
  })

  it('returns signing party 2 to the insured and none to staff [D148] [C150] [D002]', async () => {
    const seen = await call(insured, getConfirmation(own.policy_no))
    expect(seen.body.payload.viewer).toEqual({ kind: 'insured', userType: 2, party: 2, isReadonly: false })
    const byStaff = await call(staff, getConfirmation(own.policy_no))
    expect(byStaff.body.payload.viewer).toEqual({ kind: 'internal', userType: 3, party: null, isReadonly: false })
    expect(can(byStaff, 'sign')).toMatchObject({ allowed: false })
  })

  it('returns the same 404 for an inaccessible policy as for a missing one [C006]', async () => {
    const missing = await call(agent, getConfirmation('RFL3999999'))
    expect(missing.status).toBe(404)
    const other = await insertPolicy(db)
    for (const actor of [createAgentActor(stranger), createInsuredActor(other.identity_id)]) {
      const hidden = await call(actor, getConfirmation(own.policy_no))
      expect(hidden).toMatchObject({ status: 404, body: missing.body })
    }
  })

  it('returns a payment with its invoice and the amount that can be transferred [D112]', async () => {
    const policy = await insertPolicy(db, { columns: { agency_id: child.agency_id } })
    await db.transaction().execute((trx) =>
      receivePayment(trx, {
        policyId: policy.policy_id,
        typeId: 3,
        amountCents: 112_500,
        status: 'paid',
        checkNo: '001',
        payeeName: 'Marina Sample',
        author: { userId: null, name: 'Alex Agent', userType: 1 },
        now: defaultTestTime,
      }),
    )
    const { body } = await call(agent, getConfirmation(policy.policy_no))
    expect(body.payload).toMatchObject({ isPaid: true, totalDue: 0, currentlyDue: 0, totalPayments: 1125 })
    expect(body.payload.payments[0]).toMatchObject({ amount: 1125, checkNo: '001', canTransfer: false })
    expect(body.payload.invoices.invoices[0]).toMatchObject({
      isPaid: true,
      invoicePayments: [{ createdAtUserType: 1 }],
    })
    expect(can({ body }, 'pay')?.reason).toBe('You have already paid for this policy')
    const byStaff = await call(staff, getConfirmation(policy.policy_no))
    expect(byStaff.body.payload.payments[0]).toMatchObject({ canTransfer: true, maximumTransfer: 1125 })
  })

  it('returns one installment as the amount due now on a monthly earthquake policy', async () => {
    const policy = await insertPolicy(db, { product: 4, monthly: true, columns: { agency_id: child.agency_id } })
    const { body } = await call(agent, getConfirmation(policy.policy_no))
    expect(body.payload).toMatchObject({
      paymentInterval: 'Monthly',
      totalDue: 1125,
      currentlyDue: 93.75,
      isPaid: false,
    })
  })
})

describe('amounts due on a policy', () => {
  const pay = (policyId: string, amountCents = 112_500, status: 'paid' | 'processing' = 'paid') =>
    db.transaction().execute((trx) =>
      receivePayment(trx, {
        ...{ policyId, typeId: 2, amountCents, status },
        author: { userId: null, name: 'Alex Agent', userType: 1 },
        now: defaultTestTime,
      }),
    )
  const paid = async () => {
    const policy = await insertPolicy(db, { columns: { agency_id: child.agency_id } })
    await pay(policy.policy_id)
    return policy
  }
  const invoice = (policyId: string, amountCents: number) =>
    db.transaction().execute((trx) =>
      postInvoice(trx, {
        policyId,
        lines: [{ charge: 'premium_written', amountCents, description: 'Premium' }],
        dueDate: '2026-12-21',
      }),
    )
  const owed = async (policyNo: string) => {
    const { body } = await call(agent, getConfirmation(policyNo))
    const { isPaid, totalDue, currentlyDue, payableAmount, invoices } = body.payload
    const open = invoices.invoices.map((one: { amountDue: number; isPaid: boolean }) => [one.amountDue, one.isPaid])
    return { isPaid, totalDue, currentlyDue, payableAmount, open, mayPay: can({ body }, 'pay')?.allowed }
  }

  it('exclude a later endorsement from the amount currently due, but allow its payment [BIL-2]', async () => {
    const policy = await paid()
    await invoice(policy.policy_id, 12_364)
    expect(await owed(policy.policy_no)).toEqual({
      isPaid: true,
      totalDue: 123.64,
      currentlyDue: 0,
      payableAmount: 123.64,
      open: [
        [0, true],
        [123.64, false],
      ],
      mayPay: true,
    })
    const details = await call(agent, `GET /api/v1/${policy.policy_no}/invoiceDetails`)
    expect(details.body.payload.IsPaid).toBe(false)
  })

  const dueDateOf = async (policyNo: string) => (await call(agent, getConfirmation(policyNo))).body.payload.dueDate

  it('are returned with the due date of the first unpaid invoice', async () => {
    const policy = await insertPolicy(db, {
      columns: { agency_id: child.agency_id, inception_date: '2026-09-04' },
    })
    expect(await dueDateOf(policy.policy_no)).toBe('2026-09-04')
    await pay(policy.policy_id)
    expect(await dueDateOf(policy.policy_no)).toBeNull()
    await invoice(policy.policy_id, 7210)
    expect(await dueDateOf(policy.policy_no)).toBe('2026-12-21')
  })

  it('are returned with the due date of the next unpaid installment on a monthly plan', async () => {
    const policy = await insertPolicy(db, {
      ...{ product: 4, monthly: true, columns: { agency_id: child.agency_id, inception_date: '2026-09-04' } },
    })
    await pay(policy.policy_id, 9375)
    expect(await dueDateOf(policy.policy_no)).toBe('2026-10-04')
  })

  it('become due when a payment is returned after the invoice due date', async () => {
    const policy = await insertPolicy(db, {
      columns: { agency_id: child.agency_id, inception_date: '2026-09-04' },
    })
    const { policyPaymentId } = await pay(policy.policy_id)
    const returned = { code: 'R01', reason: 'Insufficient funds', now: defaultTestTime }
    await db.transaction().execute((trx) => failPayment(trx, policyPaymentId, returned))
    expect(await dueDateOf(policy.policy_no)).toBe('2026-11-20')
  })

  it('keep the invoice due date if a payment is declined immediately', async () => {
    const policy = await insertPolicy(db, {
      columns: { agency_id: child.agency_id, inception_date: '2026-09-04' },
    })
    const { policyPaymentId } = await pay(policy.policy_id, 112_500, 'processing')
    const declined = { code: 'card_declined', reason: 'Your card was declined.', now: defaultTestTime }
    await db.transaction().execute((trx) => failPayment(trx, policyPaymentId, declined))
    expect(await dueDateOf(policy.policy_no)).toBe('2026-09-04')
  })

  it('keep the invoice due date if a payment is returned before the due date', async () => {
    const policy = await insertPolicy(db, {
      columns: { agency_id: child.agency_id, inception_date: '2026-12-16' },
    })
    const { policyPaymentId } = await pay(policy.policy_id)
    const returned = { code: 'R01', reason: 'Insufficient funds', now: defaultTestTime }
    await db.transaction().execute((trx) => failPayment(trx, policyPaymentId, returned))
    expect(await dueDateOf(policy.policy_no)).toBe('2026-12-16')
  })

  it('are zero on every invoice after the full premium was returned', async () => {
    const policy = await insertPolicy(db, { columns: { agency_id: child.agency_id } })
    await invoice(policy.policy_id, -112_500)
    expect(await owed(policy.policy_no)).toEqual({
      isPaid: true,
      totalDue: 0,
      currentlyDue: 0,
      payableAmount: 0,
      open: [
        [0, true],
        [0, true],
      ],
      mayPay: false,
    })
  })

  it('equal the invoice total minus payments and applied return premium', async () => {
    const policy = await insertPolicy(db, { columns: { agency_id: child.agency_id } })
    await pay(policy.policy_id, 21_458)
    await invoice(policy.policy_id, -50_000)
    const amounts = async () => {
      const { body } = await call(agent, getConfirmation(policy.policy_no))
      return body.payload.invoices.invoices.map(
        (one: Record<'totalPremium' | 'amountPaid' | 'creditsApplied' | 'amountDue', number>) => [
          ...[one.totalPremium, one.amountPaid, one.creditsApplied, one.amountDue],
        ],
      )
    }
    expect(await amounts()).toEqual([
      [1125, 214.58, 500, 410.42],
      [-500, 0, 0, 0],
    ])
    await invoice(policy.policy_id, -41_042)
    expect((await amounts())[0]).toEqual([1125, 214.58, 910.42, 0])
  })

  it('include a processing bank payment and whether the lender is billed', async () => {
    const policy = await insertPolicy(db, { columns: { agency_id: child.agency_id } })
    await db.transaction().execute(async (trx) => {
      await receivePayment(trx, {
        policyId: policy.policy_id,
        typeId: 2,
        amountCents: 112_500,
        status: 'processing',
        author: { userId: null, name: 'Alex Agent', userType: 1 },
        now: defaultTestTime,
      })
      await changePayer(trx, policy.policy_id, 'lienholder')
    })
    const { body } = await call(agent, getConfirmation(policy.policy_no))
    expect(body.payload).toMatchObject({
      isPaid: false,
      isPaymentProcessing: true,
      processingAmount: 1125,
      isBilledToLender: true,
    })
  })
})

describe('the next automatic charge in a policy list (UI-13)', () => {
  const listOwn = async (identityId: string) =>
    (await call(createInsuredActor(identityId), 'GET /api/v1/policyholder/policies')).body.payload

  it('contains date, amount and payment method, and is absent without auto-pay', async () => {
    const charged = await insertPolicy(db, { product: 4, monthly: true })
    const { identity_id, email } = charged
    const other = await insertPolicy(db, { product: 4, monthly: true, columns: { identity_id, email } })
    await insertAutoPay(db, charged)
    const policies = await listOwn(charged.identity_id)
    const find = ({ policy_no }: { policy_no: string }) =>
      policies.find(({ policyNo }: { policyNo: string }) => policyNo === policy_no)
    expect(find(charged)).toMatchObject({
      nextAutomaticCharge: {
        date: '2026-12-15',
        amount: find(charged).payableAmount,
        isCard: true,
        lastFourDigits: '4242',
      },
    })
    expect(find(other)).not.toHaveProperty('nextAutomaticCharge')
  })

  it('is absent if the policy is pending cancellation (AUT-7)', async () => {
    const columns = { pending_cancel_at: new Date('2026-11-20T15:00:00Z'), cancel_reason_code: '13' }
    const pending = await insertPolicy(db, { product: 4, monthly: true, columns })
    await insertAutoPay(db, pending)
    const [policy] = await listOwn(pending.identity_id)
    expect(policy).toMatchObject({ policyNo: pending.policy_no, isPendingCancel: true })
    expect(policy).not.toHaveProperty('nextAutomaticCharge')
  })
})

describe('other policy endpoints', () => {
  it('return transactions by post date, oldest first [C178] [C059] [P234] [D321] [P262] [P263]', async () => {
    const policy = await insertPolicy(db, { columns: { agency_id: child.agency_id } })
    const { policy_transaction_id: _, ...first } = await db
      .selectFrom('policy_transactions')
      .selectAll()
      .where('policy_id', '=', policy.policy_id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('policy_transactions')
      .values({
        ...first,
        meta: JSON.stringify(first.meta),
        transaction_type: 'EB',
        sequence: 2,
        post_date: '2026-11-19',
        coverage_a_limit_cents: 20_000_000,
      })
      .execute()
    const path = `/api/v1/policies/${policy.policy_no}`
    const { body } = await call(createInsuredActor(policy.identity_id), `GET ${path}/policytransactions`)
    expect(body.payload.map((row: { transactionType: string }) => row.transactionType)).toEqual(['EB', 'NB'])
    const summaries = await call(agent, `GET ${path}/transactionsAndSummaries`)
    expect(summaries.body.payload).toMatchObject({ transactions: body.payload, reasonCode: null })
    expect(summaries.body.payload.summaries[1]).toMatchObject({ transactionType: 'NB', coverageADelta: 50_000 })
    const active = await call(agent, `GET ${path}/activeTransactions`)
    expect(active.body.payload).toHaveLength(2)
  })

  it('return active transactions by post date, without reversed or cancelled ones [P295]', async () => {
    const policy = await insertPolicy(db, { columns: { agency_id: child.agency_id } })
    const { policy_transaction_id: newBusiness, ...first } = await db
      .selectFrom('policy_transactions')
      .selectAll()
      .where('policy_id', '=', policy.policy_id)
      .executeTakeFirstOrThrow()
    const add = async (sequence: number, transaction_type: string, columns: object = {}) => {
      const row = { ...first, meta: JSON.stringify(first.meta), sequence, transaction_type, ...columns }
      const created = await db
        .insertInto('policy_transactions')
        .values(row)
        .returning('policy_transaction_id')
        .executeTakeFirstOrThrow()
      return created.policy_transaction_id
    }
    const reversed = await add(2, 'EB', { post_date: '2026-11-21' })
    await add(3, 'EB', { post_date: '2026-11-22', reverses_transaction_id: reversed })
    const later = await add(4, 'EB', { post_date: '2026-11-24' })
    const earlier = await add(5, 'EB', { post_date: '2026-11-23' })
    const path = `GET /api/v1/policies/${policy.policy_no}/activeTransactions`
    const active = async () => {
      const { body } = await call(agent, path)
      return body.payload.map((row: { policyTransactionId: string }) => row.policyTransactionId)
    }
    expect(await active()).toEqual([newBusiness, earlier, later])
    await add(6, 'P13', { post_date: '2026-11-25' })
    expect(await active()).toEqual([newBusiness, earlier, later])
    const { body } = await call(agent, `GET /api/v1/policies/${policy.policy_no}/policytransactions`)
    expect(body.payload).toHaveLength(6)
  })

  it('return the policy address with the first transaction [D337]', async () => {
    const policy = await insertPolicy(db, { columns: { agency_id: child.agency_id, addr1: '7 Recipient Demo Way' } })
    const { body } = await call(agent, `GET /api/v1/policies/${policy.policy_no}/policytransactions`)
    expect(body.payload[0]).toMatchObject({
      addr1: '7 Recipient Demo Way',
      ...{ city: 'Tampa', state: 'FL', zip: '33606' },
    })
  })

  it('return details, lienholders, invoice, bind data, cancel reasons and history [D351] [P294] [P266] [P267]', async () => {
    const path = `/api/v1/policies/${own.policy_no}`
    await db
      .insertInto('lienholders')
      .values({
        policy_id: own.policy_id,
        name1: 'Gulf Demo Bank',
        addr1: '1 Plaza',
        city: 'Tampa',
        state: 'FL',
        zip: '33602',
      })
      .execute()
    expect((await call(agent, `GET ${path}`)).body.payload).toMatchObject({ policyNo: own.policy_no, status: 'Bound' })
    expect((await call(agent, `GET ${path}/PolicyLiens`)).body.payload).toMatchObject([{ name1: 'Gulf Demo Bank' }])
    expect((await call(agent, `GET /api/v1/${own.policy_no}/invoiceDetails`)).body.payload).toMatchObject({
      Amount: 1125,
      IsPaid: false,
      InvoiceItems: ['premium', 'policyFee', 'surcharge', 'stampingFee', 'stampingFee', 'tax', 'tax'].map((Kind) => ({
        Kind,
      })),
    })
    expect((await call(agent, `GET ${path}/bindData`)).body.payload).toMatchObject({ sequence: 1 })
    const reasons = await call(agent, `GET ${path}/cancelReasons`)
    expect(reasons.body.payload).toMatchObject([
      { reasonCode: '13', effectiveDateMin: '2026-12-15', isReviewedAutomatically: true },
    ])
    const history = await call(agent, `GET /api/v1/policies/GetPolicyHistorical/${own.policy_no}?take=10&skip=0`)
    expect(history.body.payload).toMatchObject({ resultCount: 1, policies: [{ status: 'Future' }] })
    expect((await call(insured, 'GET /api/v1/policyholder/policies')).body.payload).toMatchObject([
      { policyNo: own.policy_no },
    ])
  })

  it('return the history grouped by address, newest inception date first [D122] [D146]', async () => {
    const terms = ['2024-12-15', '2025-12-15', '2026-12-20']
    const first = await insertPolicy(db, { columns: { inception_date: '2025-06-01', addr1: '9 Elsewhere Rd' } })
    const same = { identity_id: first.identity_id, agency_id: first.agency_id, email: first.email }
    for (const inception_date of terms) await insertPolicy(db, { columns: { ...same, inception_date } })
    const { body } = await call(staff, `GET /api/v1/policies/GetPolicyHistorical/${first.policy_no}`)
    expect(
      body.payload.policies.map((row: { inceptionDate: string; status: string }) => [row.inceptionDate, row.status]),
    ).toEqual([
      ['2026-12-20', 'Future'],
      ['2025-12-15', 'Active'],
      ['2024-12-15', 'Expired'],
      ['2025-06-01', 'Expired'],
    ])
    expect(body.payload.resultCount).toBe(4)
  })

  it('return the history in pages of ten terms [D079] [D323]', async () => {
    const first = await insertPolicy(db, { columns: { inception_date: '2020-12-01' } })
    const same = { identity_id: first.identity_id, agency_id: first.agency_id, email: first.email }
    for (let month = 1; month <= 10; month++)
      await insertPolicy(db, { columns: { ...same, inception_date: `2025-${String(month).padStart(2, '0')}-01` } })
    const page = async (query: string) =>
      (await call(staff, `GET /api/v1/policies/GetPolicyHistorical/${first.policy_no}${query}`)).body.payload
    for (const query of ['', '?take=10&skip=0']) {
      const { resultCount, policies } = await page(query)
      expect([resultCount, policies.length, policies[0].inceptionDate]).toEqual([11, 10, '2025-10-01'])
    }
    expect((await page('?take=10&skip=10')).policies).toMatchObject([{ policyNo: first.policy_no }])
  })

  it('return 404 for an address without a policy that the user can see [C179] [D322] [P280]', async () => {
    const address_id = '7d3a6c52-2f0e-4c1b-8f0d-3000101a0001'
    await db
      .insertInto('addresses')
      .values({
        address_id,
        version: 3,
        addr1: '1200 Bayshore Demo Blvd',
        city: 'Tampa',
        state: 'FL',
        zip: '33606',
        lat: 27.93,
        lng: -82.48,
      })
      .execute()
    const path = `GET /api/v1/policies/address/${address_id}/version/3`
    expect((await call(agent, path)).status).toBe(404)
    await db
      .updateTable('policies')
      .set({ address_id, address_data_version: 3 })
      .where('policy_id', '=', own.policy_id)
      .execute()
    expect((await call(agent, path)).body.payload).toMatchObject({
      geocode: { lat: 27.93, lng: -82.48 },
      polygon: null,
    })
    expect((await call(createAgentActor(stranger), path)).status).toBe(404)
  })
})
