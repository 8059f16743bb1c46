import type { TrxCtx } from '../../http/context.ts'
import { queueMail } from '../../notifications/queue-mail.ts'

/** Tells an account's owner by mail what was done to the second factor, whoever did it. */
export const tellOwner = (
  ctx: TrxCtx,
  to: { email: string; first_name: string },
  what: 'set up' | 'turned off' | 'reset',
) =>
  queueMail(ctx.db, {
    to: to.email,
    template: 'second-factor-changed',
    values: { firstName: to.first_name, what, changedAt: ctx.now.toISOString() },
  })
