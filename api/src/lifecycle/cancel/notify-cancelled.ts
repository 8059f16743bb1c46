import { formatUsDate } from '../../calendar/format-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { hasCardFee } from '../../ledger/payments.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'
import {
  buildCancellationTables,
  type CancellationLetterAmounts,
  describeMinimumPremium,
} from './cancellation-letter.ts'
import { describeCancellationAmounts } from './describe-amounts.ts'
import type { CancelReason } from './reasons.ts'

/** An accepted or completed cancellation. */
export interface CancellationNotice extends CancellationLetterAmounts {
  policy: Policy
  /** Effective date, `YYYY-MM-DD`. */
  effectiveDate: string
  reason: Pick<CancelReason, 'reasonCode' | 'reasonName'>
}

/**
 * Emails the insured that the policy is or will be cancelled and what is refunded (CAN-18). Records the letters to the
 * insured and the lienholders.
 */
export async function notifyCancelled(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  about: CancellationNotice,
): Promise<void> {
  const { policy, effectiveDate } = about
  const reason = about.reason.reasonName
  const standing = about.isAhead ? 'will be cancelled' : 'has been cancelled'
  const words = describeCancellationAmounts(about)
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
      effectiveDate,
      reason,
      standing: standing,
      refundCents: about.refundCents,
      dueCents: about.dueCents,
      moneyWords: [words, ...cardFees].join(' '),
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
    paragraphs: [`The policy named above ${standing}. Losses after coverage ends are not insured.`],
    account: {
      tables: buildCancellationTables(about),
      words: [words, ...describeMinimumPremium(about.minimumCents), ...cardFees].join(' '),
    },
    payees: about.payees,
  })
}
