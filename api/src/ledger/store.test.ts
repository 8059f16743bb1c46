import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql, type Transaction } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { DB } from '../db/schema.ts'
import { insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { getBalanceAndAmountDue, postInvoice } from './invoices.ts'
import { createOverpayment, getOpenOverpayments } from './overpayment.ts'
import { failPayment, postUnappliedCash, receivePayment, settlePayment } from './payments.ts'
import { failRefund, refundPayment, settleRefund } from './refunds.ts'
import { getPolicyBalance, type PaymentAuthor } from './store.ts'
import { transferPayment } from './transfers.ts'

const { db } = await createTestDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const author: PaymentAuthor = { userId: null, name: 'Robin Sample', userType: 3 }
const inTransaction = <T>(work: (trx: Transaction<DB>) => Promise<T>) => db.transaction().execute(work)

const pay = (policyId: string, amountCents: number, status: 'paid' | 'processing' = 'paid', typeId = 2) =>
  inTransaction((trx) => receivePayment(trx, { policyId, amountCents, status, typeId, author, now }))
const settle = (id: string) => inTransaction((trx) => settlePayment(trx, id, now))
const fail = (id: string) => inTransaction((trx) => failPayment(trx, id, { code: 'R01', reason: 'Returned', now }))
const refund = (policyPaymentId: string, amountCents: number) =>
  inTransaction((trx) => refundPayment(trx, { policyPaymentId, amountCents, author, now }))
const transfer = (policyPaymentId: string, toPolicyId: string, amountCents: number) =>
  inTransaction((trx) => transferPayment(trx, { policyPaymentId, toPolicyId, amountCents, author, now }))
const isPaid = async (policyId: string) =>
  (await db.selectFrom('policies').select('is_paid').where('policy_id', '=', policyId).executeTakeFirstOrThrow())
    .is_paid

/** Expects that the journal sums to zero and that each policy balance equals its postings. */
async function expectBooksToAgree() {
  const { rows } = await sql<{ total: number; drifted: number }>`
    select coalesce((select sum(amount_cents) from postings), 0)::bigint as total,
      (select count(*) from policy_balances b where due_cents <> coalesce((select sum(amount_cents) from postings p
        where p.policy_id = b.policy_id and account_code = 'receivable'), 0)) as drifted`.execute(db)
  expect(rows[0]).toEqual({ total: 0, drifted: 0 })
}

describe('journal', () => {
  test('rejects an entry whose postings do not balance', async () => {
    const unbalanced = inTransaction(async (trx) => {
      await postUnappliedCash(trx, 'odd', 10)
      await sql`insert into postings (entry_id, account_code, amount_cents)
        select entry_id, 'suspense', 5 from journal_entries where business_key = 'suspense:odd'`.execute(trx)
    })
    await expect(unbalanced).rejects.toMatchObject({ constraint: 'entry_is_balanced' })
  })

  test('rejects an entry without postings', async () => {
    const empty = sql`insert into journal_entries (business_key, kind) values ('test:empty', 'invoice')`.execute(db)
    await expect(empty).rejects.toMatchObject({ constraint: 'entry_is_balanced' })
  })

  test('rejects a second entry with the same business key', async () => {
    await inTransaction((trx) => postUnappliedCash(trx, 'item-1', 100))
    await expect(inTransaction((trx) => postUnappliedCash(trx, 'item-1', 100))).rejects.toMatchObject({ code: '23505' })
  })

  test.each(['update postings set amount_cents = 1', 'delete from journal_entries', 'truncate postings cascade'])(
    'rejects "%s" because entries cannot be changed or deleted',
    async (statement) => {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only')
    },
  )
})

describe('invoice', () => {
  test('increases the policy balance by its total', async () => {
    const policy = await insertPolicy(db)
    expect(await getPolicyBalance(db, policy.policy_id)).toMatchObject({ invoicedCents: 112_500, dueCents: 112_500 })
    expect(await isPaid(policy.policy_id)).toBe(false)
  })

  test('turns the balance of a paid policy into a credit if it returns premium', async () => {
    const policy = await insertPolicy(db)
    await pay(policy.policy_id, policy.totalCents)
    await inTransaction((trx) =>
      postInvoice(trx, {
        policyId: policy.policy_id,
        lines: [{ charge: 'premium_written', amountCents: -40_000, description: 'Return premium' }],
        dueDate: '2027-01-01',
      }),
    )
    expect(await getPolicyBalance(db, policy.policy_id)).toMatchObject({ invoicedCents: 72_500, dueCents: -40_000 })
  })

  test('makes only the first installment due when a monthly policy is billed', async () => {
    const policy = await insertPolicy(db, { product: 4, monthly: true })
    const billing = await getBalanceAndAmountDue(db, policy.policy_id, '2026-11-20')
    expect(billing).toMatchObject({ dueCents: 112_500, currentlyDueCents: 9375 })
  })

  test('is not created when every line is zero', async () => {
    const policy = await insertPolicy(db)
    const lines = [{ charge: 'premium_written' as const, amountCents: 0, description: '' }]
    const none = await inTransaction((trx) =>
      postInvoice(trx, { policyId: policy.policy_id, lines, dueDate: '2027-01-01' }),
    )
    expect(none).toBeUndefined()
  })
})

describe('payment', () => {
  test('is applied to the newest invoice if return premium covered the oldest [PRI-1]', async () => {
    const policy = await insertPolicy(db)
    const invoice = (amountCents: number) =>
      inTransaction((trx) =>
        postInvoice(trx, {
          policyId: policy.policy_id,
          lines: [{ charge: 'premium_written', amountCents, description: 'Endorsement' }],
          dueDate: '2027-01-01',
        }),
      )
    await pay(policy.policy_id, 80_000, 'paid', 3)
    await invoice(-32_500)
    const raised = await invoice(20_000)
    const { policyPaymentId } = await pay(policy.policy_id, 20_000, 'paid', 3)
    const allocated = await db
      .selectFrom('invoice_payments')
      .select(['invoice_id', 'amount_cents'])
      .where('policy_payment_id', '=', policyPaymentId)
      .execute()
    expect(allocated).toEqual([{ invoice_id: raised?.invoiceId, amount_cents: 20_000 }])
  })

  test('is applied to the policy and its invoice immediately if made by check', async () => {
    const policy = await insertPolicy(db)
    const { policyPaymentId, paymentId } = await pay(policy.policy_id, policy.totalCents, 'paid', 3)
    expect(paymentId).toBe(`PAY-${policy.policy_no.slice(3)}-1`)
    expect(await isPaid(policy.policy_id)).toBe(true)
    const allocated = await db
      .selectFrom('invoice_payments')
      .selectAll()
      .where('policy_payment_id', '=', policyPaymentId)
      .execute()
    expect(allocated).toMatchObject([{ invoice_id: policy.invoiceId, amount_cents: policy.totalCents }])
  })

  test('reduces the balance only upon settlement if made by ACH, and settles only once', async () => {
    const policy = await insertPolicy(db)
    const { policyPaymentId } = await pay(policy.policy_id, policy.totalCents, 'processing')
    expect(await getPolicyBalance(db, policy.policy_id)).toMatchObject({
      dueCents: policy.totalCents,
      processingCents: policy.totalCents,
    })
    expect(await isPaid(policy.policy_id)).toBe(false)
    expect(await settle(policyPaymentId)).toBe(true)
    expect(await settle(policyPaymentId)).toBe(false)
    expect(await getPolicyBalance(db, policy.policy_id)).toMatchObject({ dueCents: 0, processingCents: 0 })
    expect(await isPaid(policy.policy_id)).toBe(true)
  })

  test('restores the balance only once if it fails after being marked as paid', async () => {
    const policy = await insertPolicy(db)
    const { policyPaymentId } = await pay(policy.policy_id, policy.totalCents)
    expect(await fail(policyPaymentId)).toBe(true)
    expect(await fail(policyPaymentId)).toBe(false)
    expect(await getPolicyBalance(db, policy.policy_id)).toMatchObject({
      receivedCents: 0,
      dueCents: policy.totalCents,
    })
    expect(await isPaid(policy.policy_id)).toBe(false)
  })

  test('adds the refunded part to the balance due when the bank returns the whole payment', async () => {
    const { policy_id } = await insertPolicy(db)
    const { policyPaymentId } = await pay(policy_id, 50_000)
    await refund(policyPaymentId, 20_000)
    await pay(policy_id, 82_500)
    await fail(policyPaymentId)
    expect(await getPolicyBalance(db, policy_id)).toMatchObject({ receivedCents: 62_500, dueCents: 50_000 })
    const { paid } = await db
      .selectFrom('invoice_payments as ip')
      .innerJoin('invoices as i', 'i.invoice_id', 'ip.invoice_id')
      .select((eb) => eb.fn.sum<number>('ip.amount_cents').as('paid'))
      .where('i.policy_id', '=', policy_id)
      .executeTakeFirstOrThrow()
    expect(Number(paid)).toBe(62_500)
  })

  test('is removed from every policy that received part of it if it fails', async () => {
    const [first, second] = [await insertPolicy(db), await insertPolicy(db)]
    const { policyPaymentId } = await pay(first.policy_id, 1000)
    await transfer(policyPaymentId, second.policy_id, 400)
    await fail(policyPaymentId)
    expect((await getPolicyBalance(db, first.policy_id)).receivedCents).toBe(0)
    expect((await getPolicyBalance(db, second.policy_id)).receivedCents).toBe(0)
  })
})

describe('refund', () => {
  test('is payable until it is sent, and settles only once', async () => {
    const policy = await insertPolicy(db)
    const { policyPaymentId } = await pay(policy.policy_id, 1000)
    const decided = await refund(policyPaymentId, 300)
    const refundId = 'refundId' in decided ? decided.refundId : ''
    expect(await getPolicyBalance(db, policy.policy_id)).toMatchObject({ receivedCents: 700, refundableCents: 300 })
    expect(await inTransaction((trx) => settleRefund(trx, refundId, { now }))).toBe(true)
    expect(await inTransaction((trx) => settleRefund(trx, refundId, { now }))).toBe(false)
    expect(await getPolicyBalance(db, policy.policy_id)).toMatchObject({ receivedCents: 700, refundableCents: 0 })
  })

  test.each([
    ['no check number if sent by Stripe', 're_123', null],
    ['its own check number if sent by check', undefined, expect.stringMatching(/^\d+$/)],
  ])('has %s', async (_, stripeRefundId, checkNo) => {
    const policy = await insertPolicy(db)
    const { policyPaymentId } = await pay(policy.policy_id, 1000)
    const decided = await refund(policyPaymentId, 300)
    const refundId = 'refundId' in decided ? decided.refundId : ''
    await inTransaction((trx) => settleRefund(trx, refundId, { now, ...(stripeRefundId && { stripeRefundId }) }))
    const row = await db
      .selectFrom('payments')
      .select(['check_no', 'stripe_refund_id'])
      .where('policy_payment_id', '=', refundId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ check_no: checkNo, stripe_refund_id: stripeRefundId ?? null })
  })

  test('leaves the money on the policy if it cannot be sent', async () => {
    const policy = await insertPolicy(db)
    const { policyPaymentId } = await pay(policy.policy_id, 1000)
    const decided = await refund(policyPaymentId, 300)
    const refundId = 'refundId' in decided ? decided.refundId : ''
    expect(
      await inTransaction((trx) => failRefund(trx, refundId, { code: 'closed', reason: 'Account closed', now })),
    ).toBe(true)
    expect(await getPolicyBalance(db, policy.policy_id)).toMatchObject({ receivedCents: 1000, refundableCents: 0 })
  })

  test('is rejected if it exceeds the remaining payment amount', async () => {
    const policy = await insertPolicy(db)
    const { policyPaymentId } = await pay(policy.policy_id, 1000)
    await refund(policyPaymentId, 800)
    expect(await refund(policyPaymentId, 201)).toEqual({ problem: 'moreThanThereIs' })
  })
})

describe('overpayment', () => {
  const payTooMuch = async (policyId: string, amountCents: number) => {
    const { policyPaymentId } = await pay(policyId, amountCents)
    await inTransaction((trx) => createOverpayment(trx, { policyPaymentId, policyId, amountCents, now }))
    return policyPaymentId
  }

  test('never exceeds the payment amount or the credit on the policy', async () => {
    const { policy_id: policyId } = await insertPolicy(db)
    const first = await payTooMuch(policyId, 120_000)
    const second = await payTooMuch(policyId, 5_000)
    const left = await getOpenOverpayments(db, policyId)
    expect(new Map(left.map(({ policyPaymentId, leftCents }) => [policyPaymentId, leftCents]))).toEqual(
      new Map([
        [first, 7_500],
        [second, 5_000],
      ]),
    )
    const items = await db
      .selectFrom('overpayment_items')
      .select('amount_cents')
      .where('policy_id', '=', policyId)
      .execute()
    expect(items.map(({ amount_cents }) => amount_cents).toSorted((a, b) => a - b)).toEqual([5_000, 7_500])
  })

  test('decreases when a refund is processing, even if the policy has other credit', async () => {
    const { policy_id: policyId } = await insertPolicy(db)
    const policyPaymentId = await payTooMuch(policyId, 120_000)
    const lines = [{ charge: 'premium_written' as const, amountCents: -10_000, description: 'Return premium' }]
    await inTransaction((trx) => postInvoice(trx, { policyId, lines, dueDate: '2026-11-20' }))
    await refund(policyPaymentId, 3_000)
    expect(await getOpenOverpayments(db, policyId)).toEqual([{ policyPaymentId, leftCents: 4_500 }])
  })
})

describe('payment transfer', () => {
  test('creates a "Reversing payment" row and a row of payment type 12 [D132]', async () => {
    const [first, second] = [await insertPolicy(db), await insertPolicy(db)]
    const { policyPaymentId, paymentId } = await pay(first.policy_id, 1000)
    await transfer(policyPaymentId, second.policy_id, 400)
    const rows = await db
      .selectFrom('payments')
      .select(['policy_id', 'payment_id', 'amount_cents', 'memo', 'payment_type_id', 'record_type'])
      .where('record_type', '=', 'Transfer')
      .where('policy_id', 'in', [first.policy_id, second.policy_id])
      .orderBy('amount_cents')
      .execute()
    expect(rows).toMatchObject([
      { policy_id: first.policy_id, payment_id: paymentId, amount_cents: -400, memo: 'Reversing payment' },
      { policy_id: second.policy_id, amount_cents: 400, payment_type_id: 12 },
    ])
    expect((await getPolicyBalance(db, second.policy_id)).receivedCents).toBe(400)
  })

  test('rejects a payment that is processing or unknown', async () => {
    const [first, second] = [await insertPolicy(db), await insertPolicy(db)]
    const waiting = await pay(first.policy_id, 1000, 'processing')
    expect(await transfer(waiting.policyPaymentId, second.policy_id, 1)).toMatchObject({ problem: 'notPaid' })
    expect(await transfer(randomUUID(), second.policy_id, 1)).toMatchObject({ problem: 'noSuchPayment' })
  })

  test('moves no more than the payment amount when transfers run concurrently', async () => {
    // Callers lock the policies first (`lockPaymentPolicies`). Without that, the source must have the first id.
    const from = await insertPolicy(db)
    const targets = await Promise.all([insertPolicy(db), insertPolicy(db), insertPolicy(db)])
    const { policyPaymentId } = await pay(from.policy_id, 1000)
    const attempts = Array.from({ length: 12 }, (_, index) =>
      transfer(policyPaymentId, targets[index % 3]?.policy_id ?? '', 300),
    )
    const done = (await Promise.all(attempts)).filter((result) => !('problem' in result))
    expect(done).toHaveLength(3)
    const received = await Promise.all(
      targets.map(async (target) => (await getPolicyBalance(db, target.policy_id)).receivedCents),
    )
    expect(received.reduce((sum, cents) => sum + cents, 0)).toBe(900)
    expect((await getPolicyBalance(db, from.policy_id)).receivedCents).toBe(100)
    await expectBooksToAgree()
  })
})

test('keeps the journal balanced after every step of a random sequence of operations', async () => {
  const step = fc.record({
    kind: fc.constantFrom('invoice', 'pay', 'submit', 'settle', 'fail', 'refund', 'transfer'),
    policy: fc.nat(2),
    other: fc.nat(2),
    payment: fc.nat(5),
    amountCents: fc.integer({ min: 1, max: 200_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const policies = [await insertPolicy(db), await insertPolicy(db), await insertPolicy(db)].map(
        (policy) => policy.policy_id,
      )
      const payments: string[] = []
      for (const { kind, policy, other, payment, amountCents } of steps) {
        const policyId = policies[policy] ?? ''
        const paymentId = payments[payment % Math.max(1, payments.length)]
        if (kind === 'invoice')
          await inTransaction((trx) =>
            postInvoice(trx, {
              policyId,
              lines: [{ charge: 'premium_written', amountCents: amountCents - 100_000, description: 'Change' }],
              dueDate: '2027-01-01',
            }),
          )
        else if (kind === 'pay' || kind === 'submit')
          payments.push((await pay(policyId, amountCents, kind === 'pay' ? 'paid' : 'processing')).policyPaymentId)
        else if (paymentId && kind === 'settle') await settle(paymentId)
        else if (paymentId && kind === 'fail') await fail(paymentId)
        else if (paymentId && kind === 'refund') await refund(paymentId, amountCents)
        else if (paymentId && kind === 'transfer') {
          const target = policies[other] ?? ''
          const from = await db
            .selectFrom('payments')
            .select('policy_id')
            .where('policy_payment_id', '=', paymentId)
            .executeTakeFirst()
          if (from?.policy_id !== target) await transfer(paymentId, target, amountCents)
        }
        await expectBooksToAgree()
      }
      const { rows } = await sql<{ overdrawn: number }>`
        select count(*) as overdrawn from (
          select from payments where policy_id = any(${policies}) and status in ('paid', 'processing', 'refunded')
          group by policy_id, payment_id
          having sum(amount_cents) < 0 and bool_or(amount_cents > 0)
        ) overdrawn`.execute(db)
      expect(rows[0]?.overdrawn).toBe(0)
    }),
    { numRuns: 25 },
  )
})
