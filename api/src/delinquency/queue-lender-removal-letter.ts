import { formatUsDate } from '../calendar/format-date.ts'
import type { LenderRemovalLetter } from '../endorsements/notify-removed-lenders.ts'
import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { toLenderRecipient } from '../lifecycle/letters.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { readSettings } from '../settings/settings.ts'
import { queueLetters } from './postal-notices.ts'

/**
 * Adds a letter to a lender that was removed from a policy to the print queue (DOC-13). A repeated job changes nothing.
 * @throws {ApiError} 404 if the policy does not exist
 */
export const queueLenderRemovalLetter = (
  ctx: Ctx,
  { letterId, policyNo, lienholder, effectiveDate }: LenderRemovalLetter,
): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const policy = await requirePolicy(ctx, policyNo)
    const { supportPhone } = await readSettings(ctx.db, ctx.now)
    const lender = toLenderRecipient({ ...lienholder, loan: lienholder.loan_number.trim() || null })
    await queueLetters(ctx, policy, [lender], {
      ...{ kind: 'lenderRemoved', letterId },
      facts: [['Effective date', formatUsDate(effectiveDate)]],
      paragraphs: [
        'As of the effective date above, you are no longer named as mortgagee on this policy, and the policy does not protect your interest in the property. You will receive no further notices about it.',
        `If you still have an interest in the property, call ${supportPhone}.`,
      ],
    })
  })
