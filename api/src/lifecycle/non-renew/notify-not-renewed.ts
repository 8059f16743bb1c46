import { formatUsDate } from '../../calendar/format-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'

export interface NonRenewalNotice {
  policy: Policy
}

/** Notifies the insured and the lienholders in advance that the policy ends with its term. */
export async function notifyNotRenewed(ctx: TransactionContext, { policy }: NonRenewalNotice): Promise<void> {
  await enqueueEmail(ctx.db, {
    to: policy.email,
    toName: policy.insuredName,
    policyId: policy.policyId,
    template: 'non-renewal',
    values: {
      firstName: policy.firstName || policy.insuredName,
      policyNo: policy.policyNo,
      address: policy.addressLine,
      expirationDate: policy.expirationDate,
    },
  })
  await recordLetters(ctx, policy, {
    kind: 'nonRenewal',
    facts: [['Coverage ends', `${formatUsDate(policy.expirationDate)}, 12:01 a.m. at the insured property`]],
    paragraphs: ['The policy named above stays in force until its expiration date and will not be renewed.'],
  })
}
