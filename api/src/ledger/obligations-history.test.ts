import fc from 'fast-check'
import { sql, type Transaction } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import { insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { getObligations, postInvoice } from './invoices.ts'
import { compareInPaymentOrder, getStates, type Obligation, summarizeDue } from './obligations.ts'
import { failPayment, receivePayment, settlePayment } from './payments.ts'
import { refundPayment } from './refunds.ts'
import type { PaymentAuthor } from './store.ts'
import { transferPayment } from './transfers.ts'
import { updateObligations } from './update-obligations.ts'
import { getWriteOffs, postWriteOff, reverseWriteOff, type WriteOffRow } from './write-offs.ts'

const { db } = await createTestDatabase()
/** Random histories: all in the nightly run, a tenth otherwise. */
const numRuns = process.env.TIDELINE_THOROUGH === 'yes' ? 500 : 50
const author: PaymentAuthor = { userId: null, name: 'Robin Sample', userType: 3 }
const policies = [
  await insertPolicy(db),
  await insertPolicy(db, { columns: { inception_date: '2026-09-04' } }),
  await insertPolicy(db, { product: 4, monthly: true, columns: { inception_date: '2026-10-04' } }),
].map(({ policy_id, totalCents }) => ({ policyId: policy_id, totalCents }))

/** What the model knows of a policy. It shares no code with the product. */
interface PolicyModel {
  policyId: string
  invoicedCents: number
  writtenOffCents: number
  obligations: Obligation[]
}

interface PaymentModel {
  id: string
  policy: number
  cents: number
  status: 'processing' | 'paid' | 'failed'
  /** Cents that were refunded or moved to another policy. */
  goneCents: number
  /** Amounts that were moved, by policy. */
  transferred: { policy: number; cents: number }[]
  refundedCents: number
}

interface Model {
  day: string
  policies: PolicyModel[]
  payments: PaymentModel[]
  writeOffs: { row: WriteOffRow; policy: number }[]
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, cents) => total + cents, 0)
const getNow = ({ day }: Model) => new Date(`${day}T15:00:00Z`)

/** Returns the balance: invoices minus write-offs minus the money that each policy still holds. */
function getDue(model: Model, policy: number): number {
  const held = model.payments.flatMap(({ status, policy: own, cents, goneCents, refundedCents, transferred }) => [
    // A refund of a payment that was returned later remains paid out.
    ...(own === policy && status === 'paid' ? [cents - goneCents] : []),
    ...(own === policy && status === 'failed' ? [-refundedCents] : []),
    ...transferred.filter((part) => status === 'paid' && part.policy === policy).map((part) => part.cents),
  ])
  const { invoicedCents, writtenOffCents } = model.policies[policy] as PolicyModel
  return invoicedCents - writtenOffCents - sum(held)
}

const getProcessing = (model: Model, policy: number) =>
  sum(model.payments.filter((one) => one.policy === policy && one.status === 'processing').map(({ cents }) => cents))

const stepKinds = [
  ...['pay', 'pay', 'payExactly', 'submit', 'settle', 'fail', 'refund', 'transfer', 'endorse', 'endorse'],
  ...['cancel', 'writeOff', 'reverseWriteOff', 'passDays', 'passDays'],
] as const
const step = fc.record({
  kind: fc.constantFrom(...stepKinds),
  policy: fc.nat(2),
  other: fc.nat(2),
  which: fc.nat(9),
  share: fc.double({ min: 0, max: 1.2, noNaN: true }),
  days: fc.integer({ min: 1, max: 45 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** What a step did to the money of a policy, which decides what may change. */
type Effect = 'none' | 'charged' | 'moneyIn' | 'moneyOut'

const pick = <T>(items: T[], which: number): T | undefined => items[which % Math.max(1, items.length)]

/** Return premium pays written-off debt before it becomes a credit (BIL-10). */
async function recoverWriteOffs(trx: Transaction<DB>, model: Model, policy: number, returnedCents: number) {
  const own = model.policies[policy] as PolicyModel
  const debts = model.writeOffs.filter((one) => one.policy === policy && one.row.amount_cents > 0)
  const creditCents = Math.min(returnedCents, -getDue(model, policy))
  own.writtenOffCents -= Math.max(0, Math.min(creditCents, sum(debts.map(({ row }) => row.amount_cents))))
  const rows = (await getWriteOffs(trx, own.policyId)).filter(({ reversed_at }) => reversed_at === null)
  model.writeOffs = [...model.writeOffs.filter((one) => one.policy !== policy), ...rows.map((row) => ({ row, policy }))]
}

/** Runs a step. Returns its effect by policy. */
async function run(trx: Transaction<DB>, model: Model, { kind, policy, other, which, share, days }: Step) {
  const own = model.policies[policy] as PolicyModel
  const { policyId } = own
  const now = getNow(model)
  const effects = new Map<number, Effect>()
  const due = getDue(model, policy)
  const ready = model.payments.filter(({ status }) => status === 'paid')
  const payment = pick(kind === 'settle' ? model.payments.filter((one) => one.status === 'processing') : ready, which)

  if (kind === 'passDays') {
    model.day = addDays(model.day, days)
    await sql`select set_config('tideline.acting_at', ${getNow(model).toISOString()}, true)`.execute(trx)
  } else if (kind === 'pay' || kind === 'payExactly' || kind === 'submit') {
    const exact = (
      pick(
        own.obligations.filter(({ openCents }) => openCents > 0),
        which,
      ) ?? { openCents: 100 }
    ).openCents
    const cents = kind === 'payExactly' ? exact : Math.max(1, Math.round(Math.max(due, 10_000) * share))
    const status = kind === 'submit' ? 'processing' : 'paid'
    const { policyPaymentId: id } = await receivePayment(trx, {
      ...{ policyId, amountCents: cents, status, typeId: 2, author, now },
    })
    model.payments.push({ id, policy, cents, status, goneCents: 0, transferred: [], refundedCents: 0 })
    if (kind !== 'submit') effects.set(policy, 'moneyIn')
  } else if (kind === 'settle' && payment) {
    await settlePayment(trx, payment.id, now)
    payment.status = 'paid'
    effects.set(payment.policy, 'moneyIn')
  } else if (kind === 'fail') {
    const failing = pick(
      model.payments.filter(({ status }) => status !== 'failed'),
      which,
    )
    if (!failing) return effects
    await failPayment(trx, failing.id, { code: 'R01', reason: 'Returned', now })
    for (const changed of [failing.policy, ...failing.transferred.map((part) => part.policy)])
      effects.set(changed, 'moneyOut')
    failing.status = 'failed'
  } else if (kind === 'refund' && payment) {
    const cents = Math.min(payment.cents - payment.goneCents, Math.round(payment.cents * share))
    if (cents <= 0) return effects
    await refundPayment(trx, { policyPaymentId: payment.id, amountCents: cents, author, now })
    payment.goneCents += cents
    payment.refundedCents += cents
    effects.set(payment.policy, 'moneyOut')
  } else if (kind === 'transfer' && payment && payment.policy !== other) {
    const left = payment.cents - payment.goneCents
    const cents = Math.min(left, Math.round(payment.cents * share))
    const toPolicyId = (model.policies[other] as PolicyModel).policyId
    if (cents <= 0) return effects
    const transferred = await transferPayment(trx, {
      policyPaymentId: payment.id,
      toPolicyId,
      amountCents: cents,
      author,
      now,
    })
    if ('problem' in transferred) return effects
    payment.goneCents += cents
    payment.transferred.push({ policy: other, cents })
    effects.set(payment.policy, 'moneyOut')
    effects.set(other, 'moneyIn')
  } else if (kind === 'endorse' || kind === 'cancel') {
    const total = (policies[policy] as (typeof policies)[number]).totalCents
    const most = kind === 'cancel' ? -own.invoicedCents : Math.round(total * (share - 0.6))
    const cents = Math.max(-own.invoicedCents, kind === 'cancel' ? Math.round(most * Math.min(1, share)) : most)
    if (cents === 0) return effects
    await postInvoice(trx, {
      ...{ policyId, purpose: 'endorsement', dueDate: addDays(model.day, kind === 'cancel' ? 0 : 30) },
      lines: [{ charge: 'premium_written', amountCents: cents, description: 'Change' }],
    })
    own.invoicedCents += cents
    if (cents < 0) await recoverWriteOffs(trx, model, policy, -cents)
    effects.set(policy, cents > 0 ? 'charged' : 'moneyIn')
  } else if (kind === 'writeOff' && due !== 0) {
    const row = await postWriteOff(trx, { policyId, amountCents: due, reason: 'Small', author, now })
    model.writeOffs.push({ row, policy })
    own.writtenOffCents += due
    effects.set(policy, due > 0 ? 'moneyIn' : 'moneyOut')
  } else if (kind === 'reverseWriteOff') {
    const written = pick(model.writeOffs, which)
    if (!written) return effects
    model.writeOffs = model.writeOffs.filter((one) => one !== written)
    await reverseWriteOff(trx, written.row, { reason: 'Mistake', author, now })
    const changed = model.policies[written.policy] as PolicyModel
    changed.writtenOffCents -= written.row.amount_cents
    effects.set(written.policy, written.row.amount_cents > 0 ? 'moneyOut' : 'moneyIn')
  }
  return effects
}

interface LedgerRow {
  receivable: number
  paid: number
  overpaidInvoices: number
}

async function check(trx: Transaction<DB>, model: Model, policy: number, effect: Effect) {
  const own = model.policies[policy] as PolicyModel
  const { policyId, obligations: before } = own
  const obligations = await getObligations(trx, policyId)
  const { rows } = await sql<LedgerRow>`select
    (select coalesce(sum(amount_cents), 0) from postings
      where policy_id = ${policyId} and account_code = 'receivable')::bigint as receivable,
    (select coalesce(sum(x.amount_cents), 0) from invoice_payments x join invoices i using (invoice_id)
      where i.policy_id = ${policyId})::bigint as paid,
    (select count(*) from (select o.invoice_id, sum(o.amount_cents - o.open_cents - o.written_off_cents) as covered,
        (select sum(x.amount_cents) from invoice_payments x where x.invoice_id = o.invoice_id) as paid
      from obligations o where o.policy_id = ${policyId} group by 1) invoice
      where paid > covered)::bigint as "overpaidInvoices"`.execute(trx)
  const ledger = rows[0] as LedgerRow
  const due = getDue(model, policy)
  expect(ledger.receivable).toBe(due)
  expect(sum(obligations.map(({ openCents }) => openCents))).toBe(Math.max(0, due))
  expect(ledger.overpaidInvoices).toBe(0)
  expect(ledger.paid).toBeLessThanOrEqual(sum(obligations.map((one) => one.amountCents - one.openCents)))

  const openBefore = new Map(before.map((one) => [one.obligationNo, one.openCents]))
  const dueBefore = new Map(before.map((one) => [one.obligationNo, one.dueDate]))
  const change = ({ obligationNo, openCents, amountCents }: Obligation) =>
    openCents - (openBefore.get(obligationNo) ?? amountCents)
  // Only money that leaves makes a paid amount open again. It then is due at the earliest on its own due date.
  if (effect !== 'moneyOut') expect(obligations.filter((one) => change(one) > 0)).toEqual([])
  if (effect === 'none') expect(obligations).toEqual(before)
  for (const { obligationNo, dueDate } of obligations)
    if (dueDate !== (dueBefore.get(obligationNo) ?? dueDate)) expect([effect, dueDate]).toEqual(['moneyOut', model.day])
  // Money covers the first amount of the term, then the oldest due date.
  if (effect === 'moneyIn') {
    const inOrder = obligations.toSorted(compareInPaymentOrder)
    const lastCovered = inOrder.findLastIndex((one) => change(one) < 0)
    expect(inOrder.slice(0, Math.max(0, lastCovered)).filter(({ openCents }) => openCents > 0)).toEqual([])
  }

  const at = { today: model.day, processingCents: getProcessing(model, policy) }
  const isDue = ({ obligationNo, dueDate }: Obligation) => obligationNo === 1 || dueDate <= model.day
  const dueNow = sum(obligations.filter(isDue).map(({ openCents }) => openCents))
  const summary = summarizeDue(obligations, at)
  expect(summary.currentlyDueCents).toBe(dueNow)
  expect(summary.payableTotalCents).toBe(Math.max(0, Math.max(0, due) - at.processingCents))
  expect(summary.payableCents).toBeLessThanOrEqual(summary.payableTotalCents)
  expect(summary.dueState === undefined).toBe(due <= 0)
  for (const { state, openCents, dueDate, writtenOffCents } of getStates(obligations, at)) {
    if (openCents === 0) expect(state).toBe(writtenOffCents > 0 ? 'writtenOff' : 'paid')
    else if (state === 'pastDue') expect(dueDate < model.day).toBe(true)
    else expect(['upcoming', 'due', 'processing']).toContain(state)
  }
  own.obligations = obligations
}

/** Rolls back a history, so that all histories begin with the same policies. */
class RolledBack extends Error {}

async function play(steps: readonly Step[]) {
  const transaction = db.transaction().execute(async (trx) => {
    const model: Model = { day: '2026-11-20', payments: [], writeOffs: [], policies: [] }
    for (const { policyId, totalCents } of policies) {
      const obligations = await getObligations(trx, policyId)
      model.policies.push({ policyId, invoicedCents: totalCents, writtenOffCents: 0, obligations })
    }
    await sql`select set_config('tideline.acting_at', ${getNow(model).toISOString()}, true)`.execute(trx)
    for (const each of steps) {
      const effects = await run(trx, model, each)
      for (const index of policies.keys()) await check(trx, model, index, effects.get(index) ?? 'none')
    }
    // Applying the same money again changes nothing.
    for (const [index, { policyId }] of model.policies.entries()) {
      await updateObligations(trx, policyId)
      await check(trx, model, index, 'none')
    }
    throw new RolledBack()
  })
  await transaction.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
}

test('keeps obligations equal to the receivable after any mix of payments, returns, endorsements and write-offs [BIL-12] [BIL-5]', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), play), { numRuns })
})
