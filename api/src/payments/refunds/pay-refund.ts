import { PaymentType } from '@tideline/sdk/words'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getOpenOverpayments } from '../../ledger/overpayment.ts'
import { payeeSql } from '../../ledger/refunds.ts'
import { getPaymentsWithRemainder } from '../../ledger/remaining-balance.ts'
import { getPolicyBalance, type PaymentAuthor } from '../../ledger/store.ts'
import { getWrittenOffDebtCents } from '../../ledger/write-offs.ts'
import { approveRefund } from './approve-refund.ts'
import { getWithheldElapsedCents } from './earned-premium.ts'
import type { Payees } from './refund-payees.ts'
import { getReservedCreditCents } from './reviews.ts'
import { splitCentsByShare } from './split-cents.ts'
import { getUnconfirmedChecks } from './unconfirmed-checks.ts'

type Db = Kysely<DB>

/** Amount in cents that a refund returns from one payment. */
export interface RefundPart {
  policyPaymentId: string
  amountCents: number
  /** Whether the payment is an unconfirmed check, so that the part must be put on hold (REF-13). */
  isUnconfirmed: boolean
}

const sumParts = (parts: readonly RefundPart[]) => parts.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Separates the parts that are put on hold until their checks are confirmed from the others. */
export const separateUnconfirmed = (
  parts: readonly RefundPart[],
): { payable: RefundPart[]; unconfirmed: RefundPart[]; unconfirmedCents: number } => {
  const unconfirmed = parts.filter((part) => part.isUnconfirmed)
  return {
    payable: parts.filter((part) => !part.isUnconfirmed),
    unconfirmed,
    unconfirmedCents: sumParts(unconfirmed),
  }
}

/**
 * Splits a refund among the policy's payments in proportion to their remaining amounts, without amounts on hold for
 * unconfirmed checks. Amounts in `planned` count as refunded already. With `onlyPaymentId`, refunds only this payment.
 * `reviewId` is the review that pays the refund.
 */
export async function splitRefund(
  db: Db,
  policyId: string,
  cents: number,
  {
    onlyPaymentId,
    planned = [],
    reviewId = null,
  }: {
    onlyPaymentId?: string | null | undefined
    planned?: readonly RefundPart[]
    reviewId?: string | null | undefined
  } = {},
): Promise<RefundPart[]> {
  const checks = new Map(
    (await getUnconfirmedChecks(db, policyId, reviewId)).map((check) => [check.policyPaymentId, check]),
  )
  const all = (await getPaymentsWithRemainder(db, policyId)).map(({ policyPaymentId, leftCents }) => {
    const plannedCents = sumParts(planned.filter((part) => part.policyPaymentId === policyPaymentId))
    const heldCents = checks.get(policyPaymentId)?.heldCents ?? 0
    return { policyPaymentId, leftCents: Math.max(0, leftCents - plannedCents - heldCents) }
  })
  const holders = onlyPaymentId ? all.filter(({ policyPaymentId }) => policyPaymentId === onlyPaymentId) : all
  const held = holders.reduce((sum, { leftCents }) => sum + leftCents, 0)
  const parts = splitCentsByShare(
    Math.min(cents, held),
    holders.map(({ leftCents }) => leftCents),
  )
  return holders.flatMap(({ policyPaymentId }, index) => {
    const amountCents = parts[index] ?? 0
    return amountCents > 0 ? [{ policyPaymentId, amountCents, isUnconfirmed: checks.has(policyPaymentId) }] : []
  })
}

/**
 * Plans the refund of open overpayments (REF-4), up to the policy's credit. Excludes return premium for elapsed days
 * that no second person has approved.
 */
export async function splitOverpayments(db: Db, policyId: string): Promise<RefundPart[]> {
  const { dueCents } = await getPolicyBalance(db, policyId)
  let freeCents = -dueCents - (await getWithheldElapsedCents(db, policyId))
  const checks = new Set((await getUnconfirmedChecks(db, policyId)).map(({ policyPaymentId }) => policyPaymentId))
  const parts: RefundPart[] = []
  for (const { policyPaymentId, leftCents } of await getOpenOverpayments(db, policyId)) {
    const amountCents = Math.min(leftCents, freeCents)
    if (amountCents <= 0) break
    parts.push({ policyPaymentId, amountCents, isUnconfirmed: checks.has(policyPaymentId) })
    freeCents -= amountCents
  }
  return parts
}

/** Returns the payees of planned refunds, largest amount first. */
export async function getPlannedPayees(db: Db, parts: readonly RefundPart[]): Promise<Payees> {
  if (parts.length === 0) return []
  const { rows } = await sql<{ name: string; cents: number }>`
    select ${sql.raw(payeeSql)} as name, sum(part.cents)::bigint as cents
    from unnest(${parts.map(({ policyPaymentId }) => policyPaymentId)}::uuid[],
      ${parts.map(({ amountCents }) => amountCents)}::bigint[]) as part (id, cents)
    join payments y on y.policy_payment_id = part.id join policies p using (policy_id)
    left join payments o on o.policy_payment_id = y.reverses_payment_id
    group by 1 order by 2 desc, 1`.execute(db)
  return rows
}

/**
 * Plans the refunds for a cancellation that returns `returnPremiumCents` today: first open overpayments (REF-4), then
 * the remaining credit. Return premium first pays an unpaid balance and written-off debt; only the rest is refunded
 * (CAN-19, BIL-10). `recoveredCents` is the part that pays written-off debt.
 */
export async function planRefund(
  db: Db,
  policyId: string,
  returnPremiumCents: number,
): Promise<{ overpayments: RefundPart[]; premium: RefundPart[]; premiumCents: number; recoveredCents: number }> {
  const { dueCents } = await getPolicyBalance(db, policyId)
  const overpayments = await splitOverpayments(db, policyId)
  const recoverableCents = Math.max(0, Math.min(returnPremiumCents, returnPremiumCents - dueCents))
  const recoveredCents = Math.min(recoverableCents, await getWrittenOffDebtCents(db, policyId))
  const freeCents = returnPremiumCents - dueCents - recoveredCents - (await getReservedCreditCents(db, policyId))
  const cents = Math.max(0, freeCents - sumParts(overpayments))
  const premium = await splitRefund(db, policyId, cents, { planned: overpayments })
  return { overpayments, premium, premiumCents: sumParts(premium), recoveredCents }
}

/** SQL aggregate: none of the payments was made by card or ACH, so they are refunded by check. */
const checkPaymentCondition = sql<boolean>`bool_and(payment_type_id not in (${PaymentType.ach}, ${PaymentType.card}))`

/** Returns the payees of refunds that were sent or started for a policy since the given time. */
export async function getPayeesRefundedSince(db: Db, policyId: string, since: Date): Promise<Payees> {
  const { rows } = await sql<{ name: string; cents: number; isCheck: boolean }>`
    select payee_name as name, -sum(amount_cents)::bigint as cents, ${checkPaymentCondition} as "isCheck" from payments
    where policy_id = ${policyId} and record_type = 'Refund' and status in ('processing', 'refunded')
      and created_at >= ${since} group by payee_name order by 2 desc, 1`.execute(db)
  return rows
}

/** Approved refunds: their row IDs and their total in cents. */
export interface ApprovedRefunds {
  cents: number
  refundIds: string[]
}

/** Returns refund amounts in cents by payee, largest first. Payments not made by card or ACH are refunded by check. */
export async function getPayees(db: Db, refundIds: readonly string[]): Promise<Payees> {
  if (refundIds.length === 0) return []
  const { rows } = await sql<{ name: string; cents: number; isCheck: boolean }>`
    select payee_name as name, -sum(amount_cents)::bigint as cents, ${checkPaymentCondition} as "isCheck"
    from payments
    where policy_payment_id = any(${refundIds}::uuid[]) group by payee_name order by 2 desc, 1`.execute(db)
  return rows
}

/** Records the refunds of payments as approved. Jobs send them. */
export async function payParts(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  parts: readonly RefundPart[],
  refund: { author: PaymentAuthor; description: string; reviewId?: string | undefined },
): Promise<ApprovedRefunds> {
  const approved: ApprovedRefunds = { cents: 0, refundIds: [] }
  for (const { policyPaymentId, amountCents } of parts) {
    const decided = await approveRefund(ctx, { policyPaymentId, amountCents, ...refund })
    if ('problem' in decided) throw new Error(`Payment ${policyPaymentId} cannot be refunded: ${decided.problem}`)
    approved.cents += amountCents
    approved.refundIds.push(decided.refundId)
  }
  return approved
}

/**
 * Refunds a policy's credit that a review approved to the original payers, in proportion to their payments. Records the
 * refunds as approved; jobs send them.
 */
export async function payRefund(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  refund: {
    policyId: string
    cents: number
    author: PaymentAuthor
    description: string
    /** The only payment to refund. Defaults to all payments with a remaining amount. */
    policyPaymentId?: string | null | undefined
    /** The review that approved the refund. */
    reviewId: string
  },
): Promise<ApprovedRefunds> {
  const { author, description, reviewId } = refund
  const parts = await splitRefund(ctx.db, refund.policyId, refund.cents, {
    onlyPaymentId: refund.policyPaymentId,
    reviewId,
  })
  return payParts(ctx, parts, { author, description, reviewId })
}
