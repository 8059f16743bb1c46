import type { CancellationStatus } from '@tideline/sdk'
import { joinWithAnd } from '@tideline/web-kit/formats/format.ts'

type AgentTasks = Pick<CancellationStatus, 'agentMustSign' | 'agentHasSigned' | 'agentMustUpload'>

/**
 * Describes to a policyholder what a pending cancellation is waiting for: the agent, the end of a moratorium, the
 * automatic review, or staff (CAN-7, CAN-12).
 */
export function describePendingCancellation(
  status: AgentTasks & Pick<CancellationStatus, 'isReviewedAutomatically' | 'holdReason'>,
): string {
  const { agentMustSign, agentHasSigned, agentMustUpload, isReviewedAutomatically, holdReason } = status
  const signs = agentMustSign && !agentHasSigned
  if (signs && agentMustUpload) return 'Your agent still has to sign and upload documents for the cancellation.'
  if (signs) return 'Your agent still has to sign the cancellation.'
  if (agentMustUpload) return 'Your agent still has to upload documents for the cancellation.'
  if (holdReason)
    return 'We have everything, but a state order has paused cancellations where the property is located. We will complete yours when the order ends and email you.'
  if (!isReviewedAutomatically) return 'We have everything. Our staff will complete the cancellation and email you.'
  return 'We are finishing the cancellation, please wait... could take a couple minutes.'
}

type PendingCancellation = AgentTasks &
  Pick<
    CancellationStatus,
    'insuredMustSign' | 'insuredHasSigned' | 'missingDocuments' | 'isReviewedAutomatically' | 'holdReason'
  >

/**
 * Describes when a cancellation can continue despite a moratorium. A moratorium does not stop a cancellation that the
 * policyholder requests in writing (CAN-16).
 */
const describeContinuation = ({ insuredMustSign }: PendingCancellation) =>
  insuredMustSign
    ? 'The cancellation can continue only with the insured’s written request.'
    : 'It stays pending until the moratorium ends.'

/**
 * Describes to agents and staff what a pending cancellation is waiting for: signatures, documents, the end of a
 * moratorium, the automatic review, or staff.
 */
export function describePendingItems(status: PendingCancellation): string {
  const all = [
    ...(status.insuredMustSign && !status.insuredHasSigned ? ['the insured’s signature'] : []),
    ...(status.agentMustSign && !status.agentHasSigned ? ['the agent’s signature'] : []),
    ...status.missingDocuments.map(({ docType }) => `the document “${docType.type}”`),
  ]
  const held = status.holdReason && `On hold: ${status.holdReason} ${describeContinuation(status)}`
  if (all.length > 0) return [`Waiting for ${joinWithAnd(all)}.`, held].filter(Boolean).join(' ')
  if (held) return held
  return status.isReviewedAutomatically
    ? 'We have everything. The cancellation will complete in a few minutes.'
    : 'We have everything. Staff will finalize the cancellation.'
}
