import { Party } from '@tideline/sdk/words'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { requestOtherPartySignature, wasEmailedSince } from '../../signing/request-other-party-signature.ts'
import { getRefundCents } from './cancellation-amounts.ts'
import { describeCancellationAmounts } from './describe-amounts.ts'
import { type CancellationSummary, requireCancellationSummary } from './describe-cancellation.ts'

export interface CancellationRequestNotice {
  policy: Policy
  summary: CancellationSummary
  /** Whether staff suppress notifications. */
  suppressNotification: boolean
}

/** Text on whether the other party also signs the cancellation request. */
const otherSigner = {
  1: { open: 'The insured also signs this request.', done: 'No other signature is needed.' },
  2: { open: 'Your agent also signs this request.', done: 'No other signature is needed.' },
} as const

/** Emails a party the terms of the pending cancellation and a link to sign it (CAN-20). */
function sendRequest(ctx: TransactionContext, policy: Policy, party: Party, summary: CancellationSummary) {
  const { insuredMustSign, insuredHasSigned, agentMustSign, agentHasSigned } = summary.requirements
  const isAgent = party === Party.agent
  const isOtherOpen = isAgent ? insuredMustSign && !insuredHasSigned : agentMustSign && !agentHasSigned
  return requestOtherPartySignature(ctx, policy, party, {
    effectiveDate: summary.effectiveDate,
    reason: summary.reason.reasonName,
    refundCents: getRefundCents(summary),
    balanceReductionCents: summary.balanceReductionCents ?? 0,
    moneyWords: describeCancellationAmounts(summary, isAgent ? 'agency' : 'policyholder'),
    otherSigner: otherSigner[party][isOtherOpen ? 'open' : 'done'],
  })
}

/**
 * Emails the party that must still sign the request: the agent if the insured made it, otherwise the insured. Sends
 * nothing if no signature is required or staff suppress notifications.
 */
export async function requestSignatures(
  ctx: TransactionContext,
  { policy, summary, suppressNotification }: CancellationRequestNotice,
): Promise<void> {
  const { insuredMustSign, agentMustSign } = summary.requirements
  if (suppressNotification || !(insuredMustSign || agentMustSign)) return
  await sendRequest(ctx, policy, ctx.actor.kind === 'insured' ? Party.agent : Party.insured, summary)
}

/**
 * Emails the second party after the first has signed the cancellation request. Sends nothing if the request was
 * withdrawn or the party was already emailed about it.
 */
export async function requestSecondCancellationSignature(
  ctx: Ctx,
  { policyNo, party }: { policyNo: string; party: Party },
): Promise<void> {
  await runInTransaction(ctx, async (ctx) => {
    const policy = await requirePolicy(ctx, policyNo)
    if (!policy.isPendingCancel || !policy.pendingCancelAt) return
    if (await wasEmailedSince(ctx, policy.policyId, party, policy.pendingCancelAt)) return
    await sendRequest(ctx, policy, party, await requireCancellationSummary(ctx, policyNo))
  })
}
