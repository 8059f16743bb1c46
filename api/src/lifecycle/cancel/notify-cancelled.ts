import { formatUsDate } from '../../calendar/format-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'
import { type CancelledAccount, cancellationTables, describeMinimumPremium } from './cancellation-letter.ts'
import { describeCancellationMoney } from './describe-money.ts'
import type { CancelReason } from './reasons.ts'

/** A cancellation that is accepted or done. */
export interface Cancelled extends CancelledAccount {
  policy: Policy
  /** `YYYY-MM-DD` */
  effectiveDate: string
  reason: Pick<CancelReason, 'reasonCode' | 'reasonName'>
}

/**
 * Mails the insured that the policy is cancelled, or will be, with what becomes of its money (CAN-18), and records
 * the letters that go to everybody who has to be told.
 */
export async function notifyCancelled(ctx: Pick<TransactionContext, 'db' | 'now'>, about: Cancelled): Promise<void> {
  const { policy, effectiveDate } = about
  const reason = about.reason.reasonName
  const standing = about.isAhead ? 'will be cancelled' : 'has been cancelled'
  const words = describeCancellationMoney(about)
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
      standing,
      refundCents: about.refundCents,
      dueCents: about.dueCents,
      moneyWords: words,
    },
  })
  // Whoever was told when it was accepted is not told by letter again (CAN-13).
  if (policy.cancelAcceptedAt) return
  await recordLetters(ctx, policy, {
    kind: 'cancellation',
    facts: [
      ['Coverage ends', `${formatUsDate(effectiveDate)}, 12:01 a.m. at the insured property`],
      ['Reason', reason],
    ],
    paragraphs: [`The policy named above ${standing}. Losses after coverage ends are not insured.`],
    account: {
      tables: cancellationTables(about),
      words: [words, ...describeMinimumPremium(about.minimumCents), 'Card fees are nonrefundable.'].join(' '),
    },
    payees: about.payees,
  })
}
