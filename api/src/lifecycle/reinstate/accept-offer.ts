import { getPropertyDate } from '../../calendar/property-date.ts'
import { hasNoLossStatement } from '../../documents/no-loss-statement.ts'
import { createUnprocessableError } from '../../http/api-error.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { assertNotRestricted } from '../../moratoriums/assert-not-restricted.ts'
import { writeNote } from '../../notes/write-note.ts'
import { splitReinstatement } from '../../payments/reinstatement-offers/amount-needed.ts'
import { closeOffer, requireAcceptableOffer } from '../../payments/reinstatement-offers/close-offer.ts'
import { changePolicy, checkPolicyAction } from '../../policy/change-policy.ts'
import type { Policy } from '../../policy/visibility.ts'
import { reinstateLockedPolicy } from './reinstate-policy.ts'

/** Throws 422 if no no-loss statement was uploaded since the cancellation. */
async function assertNoLossStatement({ db }: TransactionContext, { policyId }: Policy): Promise<void> {
  if (await hasNoLossStatement(db, policyId)) return
  throw createUnprocessableError(
    'missing_no_loss_statement',
    'Upload the no-loss statement that the policyholder signed after the cancellation.',
  )
}

/**
 * Accepts the open reinstatement offer of a policy: reinstates it without a lapse (DEL-21) or as of the date of the payment
 * (DEL-26), and applies the payments on hold, in one transaction. Amounts of the term that are not due yet keep their due
 * dates.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not decide; 409 if no offer is
 * open, it has expired, its payments do not cover the amount needed or coverage has not lapsed; 422 if the no-loss
 * statement is missing or a moratorium restricts it
 */
export async function acceptReinstatementOffer(
  ctx: Ctx,
  { policyNo, reason, withLapse = false }: { policyNo: string; reason: string; withLapse?: boolean | undefined },
) {
  const asked = await checkPolicyAction(ctx, policyNo, 'acceptReinstatementOffer')
  await assertNotRestricted(ctx, asked, ['reinstatement'], getPropertyDate(ctx.now, asked))
  return changePolicy(ctx, policyNo, 'acceptReinstatementOffer', async (ctx, policy) => {
    const today = getPropertyDate(ctx.now, policy)
    const { offer, term } = await requireAcceptableOffer(ctx, policy.policyId, { today, withLapse })
    await assertNoLossStatement(ctx, policy)
    await closeOffer(ctx, offer, { outcome: 'accepted', reason, hasLapse: withLapse })
    await writeNote(ctx, policy.policyNo, { note: reason, isPrivate: true })
    const installments = splitReinstatement(term, today)
    return reinstateLockedPolicy(ctx, policy, {
      isQuiet: false,
      ...(installments.length > 0 && { installments }),
      ...('lapse' in term && { lapsed: term }),
    })
  })
}
