import type { TrxCtx } from '../../http/context.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'
import { type CancelledMoney, moneyWords } from './money-words.ts'

/**
 * Mails the insured that the policy is cancelled, or will be, with what becomes of its money (decision 106), and records
 * the letters that go to everybody who has to be told.
 */
export async function tellCancelled(
  ctx: Pick<TrxCtx, 'db' | 'now'>,
  about: CancelledMoney & { policy: Policy; effectiveDate: string; reason: string },
): Promise<void> {
  const { policy, effectiveDate } = about
  await queueMail(ctx.db, {
    to: policy.email,
    toName: policy.insuredName,
    policyId: policy.policyId,
    template: 'cancellation',
    values: {
      firstName: policy.firstName || policy.insuredName,
      policyNo: policy.policyNo,
      address: policy.addressLine,
      effectiveDate,
      reason: about.reason,
      standing: about.isAhead ? 'will be cancelled' : 'has been cancelled',
      refundCents: about.refundCents,
      dueCents: about.dueCents,
      moneyWords: moneyWords(about),
    },
  })
  // Whoever was told when it was accepted is not told by letter again (decision 102).
  if (!policy.cancelAcceptedAt) await recordLetters(ctx, policy, 'cancellation')
}
