import { Party } from '@tideline/sdk/words'
import type { TransactionContext } from '../../http/context.ts'
import type { Policy } from '../../policy/visibility.ts'
import { requestOtherPartySignature } from '../../signing/request-other-party-signature.ts'
import type { CancelReason } from './reasons.ts'

export interface CancellationRequestNotice {
  policy: Policy
  reason: CancelReason
  /** Effective date, `YYYY-MM-DD`. */
  effectiveDate: string
  /** Whether staff suppress notifications. */
  suppressNotification: boolean
}

/**
 * Emails the party that must still sign the request: the agent if the insured made it, otherwise the insured. Sends
 * nothing if no signature is required or staff suppress notifications.
 */
export async function requestSignatures(
  ctx: TransactionContext,
  { policy, reason, suppressNotification }: CancellationRequestNotice,
): Promise<void> {
  const toSign = reason.documents.some(({ purpose }) => purpose === 'sign')
  if (!toSign || suppressNotification) return
  await requestOtherPartySignature(
    ctx,
    policy,
    ctx.actor.kind === 'insured' ? Party.agent : Party.insured,
    'cancellation',
  )
}
