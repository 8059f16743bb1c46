import { formatUsDate } from '../../calendar/format-date.ts'
import type { TransactionContext } from '../../http/context.ts'
import { getEmailRecipients } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'

export interface ExpirationNotice {
  policy: Policy
}

/** Notifies the insured, the agency and the lienholders that the term has expired and coverage has ended (EML-6). */
export async function notifyExpired(ctx: TransactionContext, { policy }: ExpirationNotice): Promise<void> {
  const { expirationDate } = policy
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'term-ended' },
      values: { ...policyholder.values, expirationDate },
    })
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-term-ended' },
      values: { ...agency.values, expirationDate },
    })
  await recordLetters(ctx, policy, {
    kind: 'expiry',
    facts: [['Coverage ended', `${formatUsDate(expirationDate)}, 12:01 a.m. at the insured property`]],
    paragraphs: ['The term of the policy named above has ended and was not renewed. There is no longer any coverage.'],
  })
}
