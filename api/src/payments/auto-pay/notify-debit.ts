import type { TransactionContext } from '../../http/context.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { Policy } from '../../policy/visibility.ts'
import { describeMethodColumns, getPolicyholderEmail } from './notify-consent.ts'
import type { Announcement } from './plan-charge.ts'

/** Announces a bank debit whose amount varies to the policyholder (AUT-8). */
export async function notifyDebit(
  ctx: Pick<TransactionContext, 'db' | 'config'>,
  policy: Policy,
  paymentMethodId: string,
  { chargeDate, amountCents }: Announcement,
): Promise<void> {
  const to = getPolicyholderEmail(ctx, policy)
  if (!to) return
  const method = await ctx.db
    .selectFrom('payment_methods')
    .selectAll()
    .where('payment_method_id', '=', paymentMethodId)
    .executeTakeFirstOrThrow()
  await enqueueEmail(ctx.db, {
    ...{ ...to.mail, template: 'auto-pay-announcement' },
    values: { ...to.values, method: describeMethodColumns(method), amountCents, chargeDate, link: to.page },
  })
}
