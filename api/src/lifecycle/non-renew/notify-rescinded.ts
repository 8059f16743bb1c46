import { formatUsDate } from '../../calendar/format-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { recordLetters } from '../letters.ts'
import type { NonRenewalNotice } from './notify-not-renewed.ts'

/** Notifies the insured and the lienholders that the non-renewal was rescinded and the policy will be renewed. */
export async function notifyNonRenewalRescinded(ctx: TransactionContext, { policy }: NonRenewalNotice): Promise<void> {
  const { firstName, insuredName, policyNo, addressLine: address, expirationDate } = policy
  await enqueueEmail(ctx.db, {
    to: policy.email,
    toName: insuredName,
    policyId: policy.policyId,
    template: 'non-renewal-rescinded',
    values: { firstName: firstName || insuredName, policyNo, address, expirationDate },
  })
  await recordLetters(ctx, policy, {
    kind: 'nonRenewalRescinded',
    facts: [['Term ends', formatUsDate(expirationDate)]],
    paragraphs: ['The notice of nonrenewal is rescinded. The policy named above will be renewed when its term ends.'],
  })
}
