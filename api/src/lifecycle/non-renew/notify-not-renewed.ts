import { formatUsDate } from '../../calendar/format-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getEmailRecipients } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'

export interface NonRenewalNotice {
  policy: Policy
}

/** Notifies the insured, the agency and the lienholders in advance that the policy ends with its term (EML-6). */
export async function notifyNotRenewed(ctx: TransactionContext, { policy }: NonRenewalNotice): Promise<void> {
  const { expirationDate } = policy
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'non-renewal' },
      values: { ...policyholder.values, expirationDate },
    })
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-non-renewal' },
      values: { ...agency.values, expirationDate },
    })
  await recordLetters(ctx, policy, {
    kind: 'nonRenewal',
    facts: [['Coverage ends', `${formatUsDate(expirationDate)}, 12:01 a.m. at the insured property`]],
    paragraphs: ['The policy named above stays in force until its expiration date and will not be renewed.'],
  })
}
