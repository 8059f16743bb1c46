import { writeAuditEntry } from '../../audit/audit.ts'
import { createConflictError, createUnprocessableError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { toCents, toDollars } from '../../http/money.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { lockPolicies } from '../../ledger/lock-policies.ts'
import { transferPayment } from '../../ledger/transfers.ts'
import { writeNote } from '../../notes/write-note.ts'
import { checkPolicyAction } from '../../policy/change-policy.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { getPaymentAuthor } from '../author.ts'
import { sendPaymentTransferredEmail } from '../payment-emails.ts'
import type { PaymentResponse } from '../reads/payment-response.ts'
import { getPayments } from '../reads/rows.ts'
import { withdrawUncoveredOffer } from '../reinstatement-offers/close-offer.ts'

export interface TransferRequest {
  fromPolicyNo: string
  toPolicyNo: string
  /** Amount in dollars. */
  amount: number
  policyPaymentId: string
}

const createAlreadyMovedError = () => createConflictError('already_moved', "You've already transfered this payment.")

/**
 * Returns the payment. If it cannot be transferred, throws an error whose message is also the tooltip in the payment
 * list.
 */
function requireTransferable(payment: PaymentResponse | undefined): PaymentResponse {
  if (!payment)
    throw createUnprocessableError(
      'unknown_payment',
      'policyPaymentId: not a payment of this policy.',
      'policyPaymentId',
    )
  if (payment.canTransfer || payment.canTransferAgain) return payment
  if (payment.paymentStatus === 'failed') throw createConflictError('payment_failed', 'Payment failed')
  if (payment.paymentStatus === 'cancelled')
    throw createConflictError('payment_cancelled', 'Payment has been cancelled')
  if (payment.paymentStatus === 'paid' && payment.isAppliedToPolicy) throw createAlreadyMovedError()
  throw createConflictError('not_applied', 'Payment has not been applied')
}

const rowById = (rows: PaymentResponse[], id: string): PaymentResponse => {
  const row = rows.find((payment) => payment.policyPaymentId === id)
  if (!row) throw new Error(`The row ${id} of the transfer is not there.`)
  return row
}

/**
 * Transfers money from a payment to another policy in one transaction. Each policy gets one payment row and a public note.
 * The policyholder is emailed if the other policy is not theirs (PAY-24).
 * @throws {ApiError} 404 if a policy is not visible to the caller; 403 or 409 if the payment cannot be moved; 422 if
 * the payment is unknown or the amount exceeds the maximum (PAY-14, PAY-15)
 */
export const transferPaymentToPolicy = (ctx: Ctx, input: TransferRequest) =>
  runInTransaction(ctx, async (ctx) => {
    const amountCents = toCents(input.amount, 'amount')
    const from = await requirePolicy(ctx, input.fromPolicyNo)
    const to = await requirePolicy(ctx, input.toPolicyNo)
    if (from.policyId === to.policyId)
      throw createUnprocessableError('same_policy', 'next: enter a different policy.', 'next')
    // Locks both policies in id order before `checkPolicyAction` locks the first one.
    await lockPolicies(ctx.db, [from.policyId, to.policyId])
    await checkPolicyAction(ctx, from.policyNo, 'transferPayment')
    const known = (await getPayments(ctx, from)).find((row) => row.policyPaymentId === input.policyPaymentId)
    requireTransferable(known)
    const transferred = await transferPayment(ctx.db, {
      policyPaymentId: input.policyPaymentId,
      toPolicyId: to.policyId,
      amountCents,
      author: getPaymentAuthor(ctx),
      now: ctx.now,
    })
    if ('problem' in transferred) {
      if (transferred.problem !== 'moreThanThereIs' || transferred.maximumCents <= 0) throw createAlreadyMovedError()
      const maximum = toDollars(transferred.maximumCents).toFixed(2)
      throw createUnprocessableError(
        'amount_exceeds_payment',
        `amount: at most $${maximum} of this payment can be moved.`,
        'amount',
      )
    }
    await withdrawUncoveredOffer(ctx, from.policyId)
    await writeNote(ctx, from.policyNo, { note: `Payment has been transferred to ${to.policyNo}`, isPrivate: false })
    await writeNote(ctx, to.policyNo, {
      note: `Payment has been transferred from ${from.policyNo}`,
      isPrivate: false,
    })
    await sendPaymentTransferredEmail(ctx, input.policyPaymentId, { amountCents, recipient: to.email })
    for (const policy of [from, to])
      await writeAuditEntry(ctx, {
        action: 'payment.transfer',
        entity: 'payment',
        entityId: input.policyPaymentId,
        policyId: policy.policyId,
        details: { amountCents, from: from.policyNo, to: to.policyNo },
      })
    return {
      reversal: rowById(await getPayments(ctx, from), transferred.fromRowId),
      transferred: rowById(await getPayments(ctx, to), transferred.toRowId),
    }
  })
