import type { TransactionContext } from '../../http/context.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'

/** Emails the account's owner that two-factor authentication was changed, even if the owner made the change. */
export const notifyTwoFactorChanged = (
  ctx: TransactionContext,
  to: { email: string; first_name: string },
  what: 'set up' | 'turned off' | 'reset',
) =>
  enqueueEmail(ctx.db, {
    to: to.email,
    template: 'second-factor-changed',
    values: { firstName: to.first_name, what, changedAt: ctx.now.toISOString() },
  })
