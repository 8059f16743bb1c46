import { PaymentType } from '@tideline/sdk/words'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { executePrepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import {
  type BookedPayment,
  buildFailedPaymentEntry,
  buildProcessingPaymentEntry,
  buildSettledPaymentEntry,
} from './ledger.ts'
import { lockPolicies } from './lock-policies.ts'
import { publishPaymentEvent } from './publish-payment-event.ts'
import { getTransferredParts } from './remaining-balance.ts'
import { lockBalances, type PaymentAuthor, postJournalEntry } from './store.ts'
import { updateObligations } from './update-obligations.ts'

export interface NewPayment {
  policyId: string
  /** Payment type: 1 mortgagee, 2 ACH, 3 check, 4 card, 5 lockbox check, 6 wire. */
  typeId: number
  /** Amount in cents. Always positive. */
  amountCents: number
  feeCents?: number
  /** Payment status. `processing` lasts until `settlePayment` or `failPayment` is called. */
  status: 'processing' | 'paid'
  author: PaymentAuthor
  description?: string
  memo?: string
  /** Check number. A text because leading zeros are significant (API-7). */
  checkNo?: string
  payeeName?: string
  depositDate?: string
  stripePaymentIntentId?: string
  stripeChargeId?: string
  paymentMethodId?: string
  /** True if the money was posted earlier by `postUnappliedCash` and is now applied to this policy. */
  fromSuspense?: boolean
  now: Date
}

type PaymentEvent = 'payment.processing' | 'payment.paid' | 'payment.failed' | 'payment.disputed'

interface PaymentNotification extends Pick<BookedPayment, 'policyId' | 'id' | 'amountCents'> {
  paymentId: string
  /** Reason why the payment failed. */
  reason?: string
  /** Disputed amount in cents, with the card fee, if only a part of the payment is disputed. */
  disputedCents?: number
}

/** Functions to call on payment events, by event type (ADR 41). Omit them if the payer must not be notified. */
export type PaymentListeners = {
  [Type in PaymentEvent]?: readonly ((notification: PaymentNotification) => Promise<void>)[]
}

/** Calls the listeners of a payment event and publishes it to integrators. */
export async function notifyPaymentListeners(
  trx: Transaction<DB>,
  type: PaymentEvent,
  notification: PaymentNotification,
  now: Date,
  listeners: PaymentListeners,
) {
  for (const listener of listeners[type] ?? []) await listener(notification)
  const { policyId, id, paymentId, amountCents } = notification
  await publishPaymentEvent(trx, type, { policyId, policyPaymentId: id, paymentId, amountCents }, now)
}

/**
 * Records a payment. Call it with the policy balance locked. The database rejects a second payment with the same Stripe
 * payment intent.
 */
export async function receivePayment(
  trx: Transaction<DB>,
  payment: NewPayment,
  listeners: PaymentListeners = {},
): Promise<{ policyPaymentId: string; paymentId: string }> {
  if (payment.amountCents <= 0) throw new RangeError('A payment must be above zero')
  const isPaid = payment.status === 'paid'
  const insert = trx
    .insertInto('payments')
    .values({
      payment_id: buildNextPaymentId(payment.policyId),
      policy_id: payment.policyId,
      payment_type_id: payment.typeId,
      status: payment.status,
      amount_cents: payment.amountCents,
      fee_cents: payment.feeCents ?? 0,
      description: payment.description ?? '',
      memo: payment.memo ?? null,
      check_no: payment.checkNo ?? null,
      payee_name: payment.payeeName ?? null,
      deposit_date: payment.depositDate ?? null,
      stripe_payment_intent_id: payment.stripePaymentIntentId ?? null,
      stripe_charge_id: payment.stripeChargeId ?? null,
      payment_method_id: payment.paymentMethodId ?? null,
      settled_at: isPaid ? payment.now : null,
      ...toAuthorColumns(payment.author),
      created_at: payment.now,
    })
    .returning(['policy_payment_id as id', 'payment_id as paymentId'])
  const [row] = await executePrepared(trx, insert)
  if (!row) throw new Error(`The payment of policy ${payment.policyId} was not stored`)
  const booked = { ...payment, ...row, feeCents: payment.feeCents ?? 0 }
  if (isPaid) await settle(trx, booked, payment.fromSuspense ? 'suspense' : 'outside', payment.author.userId)
  else await postJournalEntry(trx, buildProcessingPaymentEntry(booked), payment.author.userId)
  await notifyPaymentListeners(trx, isPaid ? 'payment.paid' : 'payment.processing', booked, payment.now, listeners)
  return { policyPaymentId: row.id, paymentId: row.paymentId }
}

/** Stores the Stripe ids of a payment and its charge. Returns true if the payment intent was unknown. */
export async function setStripeReference(
  trx: Transaction<DB>,
  policyPaymentId: string,
  { intentId, chargeId }: { intentId: string; chargeId: string | undefined },
): Promise<boolean> {
  const known = await trx
    .selectFrom('payments')
    .select('stripe_payment_intent_id')
    .where('policy_payment_id', '=', policyPaymentId)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('payments')
    .set({ stripe_payment_intent_id: intentId, ...(chargeId ? { stripe_charge_id: chargeId } : {}) })
    .where('policy_payment_id', '=', policyPaymentId)
    .execute()
  return known.stripe_payment_intent_id === null
}

/** Records whether the payer still has to confirm a processing payment with the bank (BIL-13). */
export async function setUnconfirmed(
  trx: Transaction<DB>,
  policyPaymentId: string,
  isUnconfirmed: boolean,
): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ is_unconfirmed: isUnconfirmed })
    .where('policy_payment_id', '=', policyPaymentId)
    .where('status', '=', 'processing')
    .where('is_unconfirmed', '<>', isUnconfirmed)
    .execute()
}

/** Marks a processing payment as paid. If the payment is no longer processing, does nothing and returns false. */
export async function settlePayment(
  trx: Transaction<DB>,
  policyPaymentId: string,
  now: Date,
  listeners: PaymentListeners = {},
): Promise<boolean> {
  const payment = await lockPayment(trx, policyPaymentId)
  if (payment?.status !== 'processing') return false
  await trx
    .updateTable('payments')
    .set({ status: 'paid', settled_at: now })
    .where('policy_payment_id', '=', policyPaymentId)
    .execute()
  await settle(trx, payment, 'process', null)
  await notifyPaymentListeners(trx, 'payment.paid', payment, now, listeners)
  return true
}

/**
 * Marks a processing or paid payment as failed, so the amount is owed again (PAY-6). Policies that received parts of
 * the payment owe these parts again. If the payment failed before, does nothing and returns false.
 */
export async function failPayment(
  trx: Transaction<DB>,
  policyPaymentId: string,
  failure: {
    code: string
    /** Reason of the card's bank. */
    declineCode?: string | undefined
    reason: string
    now: Date
    as?: 'failed' | 'cancelled' | 'disputed'
    /** True if the money stays with us as unapplied cash. */
    toSuspense?: boolean
  },
  listeners: PaymentListeners = {},
): Promise<boolean> {
  const payment = await lockPayment(trx, policyPaymentId)
  if (payment?.status !== 'processing' && payment?.status !== 'paid') return false
  if (payment.amountCents < 0 || payment.typeId === PaymentType.transfer) return false
  const transferred = await getTransferredParts(trx, payment)
  await trx
    .updateTable('payments')
    .set({
      status: failure.as ?? 'failed',
      failure_code: failure.code,
      decline_code: failure.declineCode ?? null,
      failure_reason: failure.reason,
      failed_at: failure.now,
    })
    .where('policy_payment_id', 'in', [policyPaymentId, ...transferred.flatMap((part) => part.rowIds)])
    .execute()
  const takenFrom = failure.toSuspense ? 'suspense' : 'cash'
  await postJournalEntry(
    trx,
    buildFailedPaymentEntry(payment, payment.status, transferred, takenFrom, failure.as === 'disputed'),
  )
  const failed = {
    ...{ amountCents: payment.amountCents, wasProcessing: payment.status === 'processing' },
    ...{ submittedAt: payment.createdAt, failedAt: failure.now },
  }
  for (const policyId of [payment.policyId, ...transferred.map((part) => part.policyId)])
    await updateObligations(trx, policyId, failed)
  const type = failure.as === 'disputed' ? 'payment.disputed' : 'payment.failed'
  await notifyPaymentListeners(trx, type, { ...payment, reason: failure.reason }, failure.now, listeners)
  return true
}

/** Posts money that does not match a policy yet, such as a lockbox check without a policy number (LBX-5). */
export async function postUnappliedCash(trx: Transaction<DB>, itemKey: string, amountCents: number): Promise<void> {
  await postJournalEntry(trx, {
    businessKey: `suspense:${itemKey}`,
    kind: 'suspense',
    description: 'Unapplied money',
    postings: [
      { account: 'cash_lockbox', amountCents },
      { account: 'suspense', amountCents: -amountCents },
    ],
  })
}

/** Removes unapplied cash that was returned to its sender or posted by mistake. */
export async function returnUnappliedCash(trx: Transaction<DB>, itemKey: string, amountCents: number): Promise<void> {
  await postJournalEntry(trx, {
    businessKey: `suspense:${itemKey}:returned`,
    kind: 'suspense',
    description: 'Unapplied money returned',
    postings: [
      { account: 'suspense', amountCents },
      { account: 'cash_lockbox', amountCents: -amountCents },
    ],
  })
}

export interface LockedPayment extends BookedPayment {
  paymentId: string
  status: 'processing' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'disputed'
  createdAt: Date
  /** Id of the original payment, if this row refunds or moves a part of it. */
  cameFrom: string | null
  /** Total due of the policy, in cents. */
  totalDueCents: number
}

/**
 * Locks the balances of all policies that hold the payment or a part of it, then reads the payment. Pass other policies
 * to lock in `alsoPolicies`, because locking them later could cause a deadlock.
 */
export async function lockPayment(
  trx: Transaction<DB>,
  policyPaymentId: string,
  alsoPolicies: string[] = [],
): Promise<LockedPayment | undefined> {
  const policyIds = await listPaymentPolicies(trx, policyPaymentId)
  if (policyIds.length === 0) return undefined
  const balances = await lockBalancesOfPayment(trx, policyPaymentId, [...policyIds, ...alsoPolicies])
  const row = await trx
    .selectFrom('payments')
    .selectAll()
    .where('policy_payment_id', '=', policyPaymentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    id: row.policy_payment_id,
    paymentId: row.payment_id,
    policyId: row.policy_id,
    typeId: row.payment_type_id,
    amountCents: row.amount_cents,
    feeCents: row.fee_cents,
    status: row.status,
    createdAt: row.created_at,
    cameFrom: row.reverses_payment_id,
    totalDueCents: balances.get(row.policy_id)?.dueCents ?? 0,
  }
}

/**
 * Locks the balances of all policies that hold a part of the payment. If another transaction moved a part to a further
 * policy in the meantime, releases the locks and starts again with that policy, because locking out of order can cause
 * a deadlock.
 */
async function lockBalancesOfPayment(trx: Transaction<DB>, policyPaymentId: string, policyIds: string[]) {
  for (let ids = policyIds; ; ) {
    await sql`savepoint lock_balances`.execute(trx)
    const balances = await lockBalances(trx, ids)
    const added = (await listPaymentPolicies(trx, policyPaymentId)).filter((policyId) => !ids.includes(policyId))
    if (added.length === 0) {
      await sql`release savepoint lock_balances`.execute(trx)
      return balances
    }
    await sql`rollback to savepoint lock_balances`.execute(trx)
    ids = [...ids, ...added]
    await lockPolicies(trx, ids)
  }
}

/** Returns the policies that hold the payment or a moved part of it. */
export async function listPaymentPolicies(trx: Transaction<DB>, policyPaymentId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('payments')
    .select('policy_id')
    .distinct()
    .where((row) =>
      row.or([row('policy_payment_id', '=', policyPaymentId), row('reverses_payment_id', '=', policyPaymentId)]),
    )
    .execute()
  return rows.map(({ policy_id }) => policy_id)
}

/** SQL for the next payment id, `PAY-<digits of the policy number>-<n>`. Use it with the policy balance locked. */
export const buildNextPaymentId = (policyId: string): RawBuilder<string> => sql<string>`(
  select 'PAY-' || substr(p.policy_no, 4) || '-' ||
    (select count(distinct y.payment_id) + 1 from payments y where y.policy_id = p.policy_id)
  from policies p where p.policy_id = ${policyId})`

/** Returns the author columns of a payment row. */
export const toAuthorColumns = (author: PaymentAuthor) => ({
  created_by_user_id: author.userId,
  created_by_user_name: author.name,
  created_by_user_type: author.userType,
})

async function settle(
  trx: Transaction<DB>,
  payment: BookedPayment,
  source: 'outside' | 'process' | 'suspense',
  createdBy: string | null,
) {
  await postJournalEntry(trx, buildSettledPaymentEntry(payment, source), createdBy)
  await updateObligations(trx, payment.policyId)
}

/** Returns whether a payment for the policy included a card fee. */
export async function hasCardFee(db: Kysely<DB>, policyId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('policy_payment_id')
    .where('policy_id', '=', policyId)
    .where('fee_cents', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return payment !== undefined
}
