import type { TransactionContext } from '../../http/context.ts'
import type { Policy } from '../../policy/visibility.ts'
import { requestOtherSignature } from '../../signing/request-other-signature.ts'
import type { CancelReason } from './reasons.ts'

export interface Requested {
  policy: Policy
  reason: CancelReason
  /** `YYYY-MM-DD` */
  effectiveDate: string
  /** Staff keep it quiet. */
  suppressNotification: boolean
}

/** The insured is mailed the request to sign, unless it is signed at this moment or staff keep it quiet. */
export async function requestSignatures(
  ctx: TransactionContext,
  { policy, reason, suppressNotification }: Requested,
): Promise<void> {
  const toSign = reason.documents.some(({ purpose }) => purpose === 'sign')
  if (!toSign || suppressNotification) return
  await requestOtherSignature(ctx, policy, ctx.actor.kind === 'insured' ? 1 : 2, 'cancellation')
}
