import { PaymentType } from '@tideline/sdk/words'
import { sql, type Transaction } from 'kysely'
import { writeAuditEntry } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { prepared } from '../../db/prepared-statement.ts'
import type { DB } from '../../db/schema.ts'
import { createConflictError, createUnprocessableError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { toCents } from '../../http/money.ts'
import { receivePayment } from '../../ledger/payments.ts'
import { changePolicy } from '../../policy/change-policy.ts'
import { getPaymentAuthor } from '../author.ts'
import { getPaymentListeners } from '../events.ts'
import { buildRecordedPaymentResponse } from '../reads/rows.ts'
import { handleExcessPayment } from '../reinstatement-offers/offer-reinstatement.ts'
import { requiresSecondPerson } from './second-person.ts'

export interface ReceivedCheck {
  policyNo: string
  checkNo: string
  payeeName: string
  memo: string
  /** Amount in dollars. */
  amount: number
  /** Deposit date, `YYYY-MM-DD`. */
  depositDate: string
}

/**
 * Throws 409 if the check number was already applied to the policy. Leading zeros are ignored. A bounced check may be
 * applied again. Reads the payments of the policy first. PostgreSQL might otherwise read the index of all check numbers,
 * because it was small when the statement was planned.
 */
async function requireNewCheck(trx: Transaction<DB>, policyId: string, checkNo: string) {
  const { rows } = await sql`${prepared}
    with own as materialized (select * from payments where policy_id = ${policyId})
    select from own where payment_type_id in (${PaymentType.check}, ${PaymentType.lockboxCheck}) and amount_cents > 0
      and ltrim(check_no, '0') = ltrim(${checkNo}, '0') and status not in ('failed', 'cancelled')`.execute(trx)
  if (rows.length > 0)
    throw createConflictError('already_applied', `Check ${checkNo} was already applied to this policy.`)
}

/**
 * Records a received check and applies it to the amount due. Any excess becomes an open overpayment for staff, or is on
 * hold for a reinstatement (DEL-19). On a cancelled policy, only staff can record checks (BIL-9).
 * @throws {ApiError} 403 if the caller may not apply checks; 409 if the check is known or the policy is paid; 422 if
 * the deposit date is in the future or the amount requires two people (LBX-6)
 */
export async function postCheck(ctx: Ctx, check: ReceivedCheck) {
  const amountCents = toCents(check.amount, 'amount')
  return changePolicy(ctx, check.policyNo, 'applyCheck', async (ctx, policy, { dueCents }) => {
    if (check.depositDate > getPropertyDate(ctx.now, policy))
      throw createUnprocessableError(
        'date_in_future',
        'createdAt: the deposit date cannot be in the future.',
        'createdAt',
      )
    if (await requiresSecondPerson(ctx, amountCents))
      throw createUnprocessableError(
        'check_limit',
        'amount: a check of this size requires two people. Apply it through the lockbox, where a second person confirms it.',
        'amount',
      )
    await requireNewCheck(ctx.db, policy.policyId, check.checkNo)
    const payment = {
      policyId: policy.policyId,
      typeId: PaymentType.check,
      amountCents,
      status: 'paid' as const,
      author: getPaymentAuthor(ctx),
      description: 'Premium',
      memo: check.memo,
      checkNo: check.checkNo,
      payeeName: check.payeeName,
      depositDate: check.depositDate,
      now: ctx.now,
    }
    const { policyPaymentId } = await receivePayment(ctx.db, payment, getPaymentListeners(ctx))
    // Most checks are for policies in force that owe at least the amount.
    if (policy.cancelledAt !== null || dueCents < amountCents)
      await handleExcessPayment(ctx, { policyPaymentId, policyId: policy.policyId, amountCents })
    await writeAuditEntry(ctx, {
      action: 'payment.recordCheck',
      entity: 'payment',
      entityId: policyPaymentId,
      policyId: policy.policyId,
      details: { amountCents, checkNo: check.checkNo },
    })
    return buildRecordedPaymentResponse(ctx, policy, policyPaymentId)
  })
}
