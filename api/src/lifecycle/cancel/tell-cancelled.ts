import type { TrxCtx } from '../../http/context.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'

/** Mails the insured that the policy is cancelled, with what leaves now and what is still owed (decision 106), and records the letters that go to everybody who has to be told. */
export async function tellCancelled(
  ctx: Pick<TrxCtx, 'db' | 'now'>,
  about: { policy: Policy; effectiveDate: string; reason: string; refundCents: number; dueCents: number },
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
      refundCents: about.refundCents,
      dueCents: about.dueCents,
    },
  })
  // Whoever was told when it was accepted is not told by letter again (decision 102).
  if (!policy.cancelAcceptedAt) await recordLetters(ctx, policy, 'cancellation')
}
