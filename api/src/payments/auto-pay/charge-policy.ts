import { cardLimitMessage, PaymentType } from '@tideline/sdk/words'
import { writeAuditEntry } from '../../audit/audit.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { receivePayment } from '../../ledger/payments.ts'
import { getPolicyBalance } from '../../ledger/store.ts'
import { changePolicyAsSystem } from '../../policy/change-policy.ts'
import type { Policy } from '../../policy/visibility.ts'
import { getPaymentAuthor } from '../author.ts'
import { isOverCardLimit } from '../charge/card-limit.ts'
import type { Charge } from '../charge/charge.ts'
import { enqueueFinishPayment } from '../charge/finish-payment.ts'
import { chargeOrDefer } from '../charge/pay.ts'
import { recordChargeOutcome } from '../charge/record-charge-outcome.ts'
import { endAutoPay } from './consent.ts'
import { notifyDebit } from './notify-debit.ts'
import { type Announcement, type PlannedCharge, planAutoPay } from './plan-charge.ts'
import { type PolicyAutoPay, readAutoPay } from './read-auto-pay.ts'

declare module '../../outbox/enqueue-job.ts' {
  interface Jobs {
    'charge-auto-pay': { policyNo: string }
  }
}

type ActiveConsent = NonNullable<PolicyAutoPay['consent']>

/** Stores the announcement of a bank debit and emails the policyholder (AUT-8). */
async function announceDebit(
  ctx: TransactionContext,
  policy: Policy,
  consent: ActiveConsent,
  debit: Announcement,
  today: string,
) {
  const added = await ctx.db
    .insertInto('auto_pay_announcements')
    .values({
      ...{ auto_pay_consent_id: consent.consentId, charge_date: debit.chargeDate, amount_cents: debit.amountCents },
      ...{ announced_on: today, created_at: ctx.now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('auto_pay_announcement_id')
    .executeTakeFirst()
  if (added) await notifyDebit(ctx, policy, consent.paymentMethodId, debit)
}

/**
 * Records the payment as `processing`, with the obligations that it pays and the job that finishes it. If the charge
 * must not be sent, returns the reason.
 */
async function writeCharge(
  ctx: TransactionContext,
  { policyId, productId, insuredName }: Policy,
  { consent, facts }: PolicyAutoPay & { consent: ActiveConsent },
  planned: PlannedCharge,
): Promise<{ charge: Charge; rejection: string | undefined }> {
  const { amountCents, parts } = planned
  const isCard = facts.methodType === 'card'
  const { policyPaymentId } = await receivePayment(ctx.db, {
    ...{ policyId, amountCents, status: 'processing', typeId: isCard ? PaymentType.card : PaymentType.ach },
    ...{ author: getPaymentAuthor(ctx), now: ctx.now, description: 'Automatic payment', payeeName: insuredName },
    paymentMethodId: consent.paymentMethodId,
  })
  await ctx.db
    .insertInto('auto_pay_charges')
    .values({ policy_payment_id: policyPaymentId, auto_pay_consent_id: consent.consentId, charge_date: facts.today })
    .execute()
  const ids = new Map(facts.obligations.map(({ obligationNo, obligationId }) => [obligationNo, obligationId]))
  await ctx.db
    .insertInto('auto_pay_charge_parts')
    .values(
      parts.map((part) => ({
        ...{ policy_payment_id: policyPaymentId, amount_cents: part.amountCents },
        obligation_id: ids.get(part.obligationNo) ?? '',
      })),
    )
    .execute()
  const charge: Charge = { policyPaymentId, isOffSession: true }
  const { dueCents } = await getPolicyBalance(ctx.db, policyId)
  const rejection = isCard && isOverCardLimit(productId, dueCents) ? cardLimitMessage : undefined
  if (!rejection) await enqueueFinishPayment(ctx, charge)
  await writeAuditEntry(ctx, {
    ...{ action: 'payment.start', entity: 'payment', entityId: policyPaymentId, policyId },
    details: { amountCents, method: facts.methodType, isAutomatic: true, consentId: consent.consentId },
  })
  return { charge, rejection }
}

/**
 * Performs the charges and announcements of auto-pay that are due today for a locked policy. Decides again under the
 * lock, so a repeated run changes nothing.
 */
async function takeAutoPaySteps(ctx: TransactionContext, policy: Policy) {
  const { policyId } = policy
  if (policy.isCancelled || policy.isExpired) {
    await endAutoPay(ctx, policyId, policy.isCancelled ? 'cancelled' : 'expired')
    return undefined
  }
  const autoPay = await readAutoPay(ctx, policyId)
  const { consent, facts } = autoPay
  if (!consent) return undefined
  const { charge, announcement } = planAutoPay(facts)
  if (announcement) await announceDebit(ctx, policy, consent, announcement, facts.today)
  return charge && writeCharge(ctx, policy, { ...autoPay, consent }, charge)
}

/**
 * Charges what is due on a policy with auto-pay and announces varying bank debits (AUT-4, AUT-8). Each attempt is one
 * payment, and its id is the idempotency key at Stripe. If the process stops, `finish-payment` continues (PAY-8).
 */
export async function chargeAutoPay(ctx: Ctx, policyNo: string): Promise<void> {
  const written = await changePolicyAsSystem(ctx, policyNo, takeAutoPaySteps)
  if (!written) return
  const { charge, rejection } = written
  if (rejection)
    await recordChargeOutcome(ctx, charge.policyPaymentId, { status: 'failed', code: 'card_limit', reason: rejection })
  else await chargeOrDefer(ctx, charge)
}
