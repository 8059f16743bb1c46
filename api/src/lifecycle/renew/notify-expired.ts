import { formatUsDate } from '../../calendar/format-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'

export interface ExpirationNotice {
  policy: Policy
}

/** Notifies the insured and the lienholders that the term has expired and coverage has ended. */
export async function notifyExpired(ctx: TransactionContext, { policy }: ExpirationNotice): Promise<void> {
  await enqueueEmail(ctx.db, {
    ...{ to: policy.email, toName: policy.insuredName, policyId: policy.policyId, template: 'term-ended' },
    values: {
      firstName: policy.firstName || policy.insuredName,
      ...{ policyNo: policy.policyNo, address: policy.addressLine, expirationDate: policy.expirationDate },
    },
  })
  await recordLetters(ctx, policy, {
    kind: 'expiry',
    facts: [['Coverage ended', `${formatUsDate(policy.expirationDate)}, 12:01 a.m. at the insured property`]],
    paragraphs: ['The term of the policy named above has ended and was not renewed. There is no longer any coverage.'],
  })
}
