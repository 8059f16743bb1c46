import { readClosed } from '../commissions/closed-statement.ts'
import type { Ctx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { publicUrlOf } from '../http/public-url.ts'
import { queueMail } from '../notifications/queue-mail.ts'

/** Mails an agency that its statement is closed, once however often it is asked to. */
export const mailStatement = (ctx: Ctx, statementId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const found = await readClosed(ctx.db, statementId)
    if (!found) return
    const { email, ...values } = found
    const link = `${publicUrlOf(ctx.config)}/statements/${statementId}`
    await queueMail(ctx.db, {
      id: statementId,
      to: email,
      template: 'commission-statement',
      values: { ...values, link },
    })
  })
