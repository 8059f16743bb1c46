import type { TransactionContext } from '../../http/context.ts'
import { getEmailRecipients, getPolicyholderValues } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { enqueueLetters } from '../../notifications/enqueue-letter.ts'
import type { Policy } from '../../policy/visibility.ts'

/** Emails the policyholder and the agency that the renewal is on hold until the past-due amount is paid (REN-5). */
export async function notifyRenewalOnHold(ctx: TransactionContext, policy: Policy, amountCents: number): Promise<void> {
  const { policyholder, agency } = await getEmailRecipients(ctx, policy)
  const { expirationDate } = policy
  if (policyholder)
    await enqueueEmail(ctx.db, {
      ...{ ...policyholder.mail, template: 'renewal-on-hold' },
      values: { ...policyholder.values, amountCents, expirationDate },
    })
  await enqueueLetters(ctx.db, [
    {
      ...{ policy, template: 'renewal-on-hold' },
      values: { ...getPolicyholderValues(policy), amountCents, expirationDate },
    },
  ])
  if (agency)
    await enqueueEmail(ctx.db, {
      ...{ ...agency.mail, template: 'agency-renewal-on-hold' },
      values: { ...agency.values, amountCents, expirationDate },
    })
}
