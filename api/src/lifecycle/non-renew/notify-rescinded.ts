import { formatUsDate } from '../../calendar/format-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getEmailRecipients } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { recordLetters } from '../letters.ts'
import type { NonRenewalNotice } from './notify-not-renewed.ts'

/**
 * Notifies the insured, the agency and the lienholders that the non-renewal was rescinded and the policy will be renewed
 * (EML-6).
 */
export async function notifyNonRenewalRescinded(ctx: TransactionContext, { policy }: NonRenewalNotice): Promise<void> {
  const { expirationDate } = policy
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'non-renewal-rescinded' },
      values: { ...policyholder.values, expirationDate },
    })
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-non-renewal-rescinded' },
      values: { ...agency.values, expirationDate },
    })
  await recordLetters(ctx, policy, {
    kind: 'nonRenewalRescinded',
    facts: [['Term ends', formatUsDate(expirationDate)]],
    paragraphs: ['The notice of nonrenewal is rescinded. The policy named above will be renewed when its term ends.'],
  })
}
