import { readClosedStatement } from '../commissions/closed-statement.ts'
import { readPayoutEmailData } from '../commissions/payouts/payout-email.ts'
import type { Ctx } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'

const payableText = 'The total is paid with the next payout.'
const carriedText = 'The total is negative. It is carried forward to your next statement.'

/** Emails an agency that its statement was closed. The email is sent only once, even if the job runs again. */
export const sendStatementEmail = (ctx: Ctx, statementId: string): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const found = await readClosedStatement(ctx.db, statementId)
    if (!found) return
    const { email, isCarried, ...values } = found
    const link = `${getPublicUrl(ctx.config)}/statements/${statementId}`
    await enqueueEmail(ctx.db, {
      id: statementId,
      to: email,
      template: 'commission-statement',
      values: { ...values, meaning: isCarried ? carriedText : payableText, link },
    })
  })

/** Emails an agency that a statement was paid. The email is sent only once, even if the job runs again. */
export const sendPayoutEmail = (ctx: Ctx, payoutItemId: string): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const found = await readPayoutEmailData(ctx, payoutItemId)
    if (!found) return
    const { email, statementId, ...values } = found
    const link = `${getPublicUrl(ctx.config)}/statements/${statementId}`
    await enqueueEmail(ctx.db, {
      id: payoutItemId,
      to: email,
      template: 'commission-payout',
      values: { ...values, link },
    })
  })
