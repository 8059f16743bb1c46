import { formatUsDate } from '../../calendar/format-date.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getBalanceAndAmountDue } from '../../ledger/invoices.ts'
import { type DueFacts, toDueFacts } from '../../ledger/obligations.ts'
import { hasCardFee } from '../../ledger/payments.ts'
import { getAgencyRecipient } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { describeCheckPayment, findLockboxAddress } from '../../payments/checks/lockbox-address.ts'
import { isBilledToLender } from '../../policy/payer.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'
import { getRefundCents } from './cancellation-amounts.ts'
import { buildCancellationTables, type CancellationCharges, describeMinimumPremium } from './cancellation-letter.ts'
import { describeCancellationAmounts } from './describe-amounts.ts'
import type { CancellationSummary } from './describe-cancellation.ts'

/** An accepted or completed cancellation. */
export interface CancellationNotice extends CancellationCharges {
  /** The policy before the cancellation was accepted or completed. */
  policy: Policy
  summary: CancellationSummary
}

/** Explains how the balance of a cancelled policy can be paid, unless the lender pays it (UI-34). */
async function describeBalancePayment(ctx: Pick<TransactionContext, 'db'>, policy: Policy): Promise<string[]> {
  if (await isBilledToLender(ctx.db, policy.policyId)) return []
  const address = await findLockboxAddress(ctx.db, policy)
  return [
    'The remaining balance can be paid by check only.',
    ...(address ? [describeCheckPayment(address, policy.policyNo)] : []),
  ]
}

/**
 * Returns the amount that a cancelled policy owes, and how it can be paid, as the policy page states it (UI-34). Until a
 * cancellation takes effect, nothing is due because of it, but its only letter already explains how to pay (CAN-24).
 */
async function getAmountOwed(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  { policy, summary }: Pick<CancellationNotice, 'policy' | 'summary'>,
): Promise<{ due: DueFacts; payment: string[] }> {
  if (summary.isPlanned) {
    const { balanceCents, processing } = summary
    const processingCents = processing.reduce((sum, { cents }) => sum + cents, 0)
    return {
      due: { dueLabel: 'Amount due', dueCents: 0, balanceCents },
      payment: balanceCents > processingCents ? await describeBalancePayment(ctx, policy) : [],
    }
  }
  const balance = await getBalanceAndAmountDue(ctx.db, policy.policyId, getPropertyDate(ctx.now, policy))
  return {
    due: toDueFacts(balance),
    payment: balance.payableCents > 0 ? await describeBalancePayment(ctx, policy) : [],
  }
}

/**
 * Emails the insured and the agency that the policy is or will be cancelled, what is refunded, and what is still owed and
 * how it can be paid (CAN-18, CAN-22). Records the letters to the insured and the lienholders.
 */
export async function notifyCancelled(
  ctx: Pick<TransactionContext, 'config' | 'db' | 'now'>,
  about: CancellationNotice,
): Promise<void> {
  const { policy, summary } = about
  const { effectiveDate } = summary
  const reason = summary.reason.reasonName
  const standing = summary.isPlanned ? 'will be cancelled' : 'has been cancelled'
  const { due, payment } = await getAmountOwed(ctx, about)
  const words = [describeCancellationAmounts(summary), ...payment].join(' ')
  const amounts = { refundCents: getRefundCents(summary), ...due }
  const cardFees = (await hasCardFee(ctx.db, policy.policyId)) ? ['Card fees are nonrefundable.'] : []
  await enqueueEmail(ctx.db, {
    to: policy.email,
    toName: policy.insuredName,
    policyId: policy.policyId,
    template: 'cancellation',
    values: {
      firstName: policy.firstName || policy.insuredName,
      policyNo: policy.policyNo,
      address: policy.addressLine,
      ...{ effectiveDate, reason, standing, ...amounts },
      moneyWords: [words, ...cardFees].join(' '),
    },
  })
  const agency = await getAgencyRecipient(ctx, policy)
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-cancellation' },
      values: {
        ...{ ...agency.values, effectiveDate, reason, standing, ...amounts },
        moneyWords: [describeCancellationAmounts(summary, 'agency'), ...payment, ...cardFees].join(' '),
      },
    })
  // The letters were already recorded when the cancellation was accepted (CAN-13).
  if (policy.cancelAcceptedAt) return
  await recordLetters(ctx, policy, {
    kind: 'cancellation',
    facts: [
      ['Coverage ends', `${formatUsDate(effectiveDate)}, 12:01 a.m. at the insured property`],
      ['Reason', reason],
    ],
    paragraphs: [`The policy named above ${standing}. Losses after coverage ends are not covered.`],
    account: {
      tables: buildCancellationTables(summary, about, due),
      words: [words, ...describeMinimumPremium(about.minimumCents), ...cardFees].join(' '),
    },
    payees: summary.payees,
  })
}
