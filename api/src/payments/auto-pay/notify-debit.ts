import { type EmailContext, getPolicyholderRecipient } from '../../notifications/email-recipients.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { Policy } from '../../policy/visibility.ts'
import { describeMethodColumns } from './notify-consent.ts'
import type { Announcement } from './plan-charge.ts'

/** Notifies the policyholder of an upcoming bank debit whose amount varies (AUT-8). */
export async function notifyDebit(
  ctx: EmailContext,
  policy: Policy,
  paymentMethodId: string,
  { chargeDate, amountCents }: Announcement,
): Promise<void> {
  const to = getPolicyholderRecipient(ctx, policy)
  if (!to) return
  const method = await ctx.db
    .selectFrom('payment_methods')
    .selectAll()
    .where('payment_method_id', '=', paymentMethodId)
    .executeTakeFirstOrThrow()
  await enqueueEmail(ctx.db, {
    ...{ ...to.mail, template: 'auto-pay-announcement' },
    values: { ...to.values, method: describeMethodColumns(method), amountCents, chargeDate },
  })
}
