import type { CancellationStatus } from '@tideline/sdk'
import { listed } from '@tideline/web-kit/formats/format.ts'

type Side = Pick<CancellationStatus, 'agentMustSign' | 'agentHasSigned' | 'agentMustUpload'>

/**
 * What a pending cancellation waits for once the insured is done (CAN-12). Only a reason that is reviewed by itself ends within
 * minutes (CAN-7): of any other it is said that people end it.
 */
export function waitMessage(status: Side & Pick<CancellationStatus, 'isReviewedAutomatically' | 'heldBackBy'>): string {
  const { agentMustSign, agentHasSigned, agentMustUpload, isReviewedAutomatically, heldBackBy } = status
  const signs = agentMustSign && !agentHasSigned
  if (signs && agentMustUpload) return 'Your agent still has to sign and upload documents for the cancellation.'
  if (signs) return 'Your agent still has to sign the cancellation.'
  if (agentMustUpload) return 'Your agent still has to upload documents for the cancellation.'
  if (heldBackBy)
    return 'Everything is there, but cancellations are stopped by an order where the property is. We complete yours once the order has ended, and email you when it is done.'
  if (!isReviewedAutomatically)
    return 'Everything is there: our staff complete the cancellation, and we email you when it is done.'
  return 'We are finishing the cancellation, please wait... could take a couple minutes.'
}

type Standing = Side &
  Pick<
    CancellationStatus,
    'insuredMustSign' | 'insuredHasSigned' | 'missingDocuments' | 'isReviewedAutomatically' | 'heldBackBy'
  >

/** The insured's own written request is not stopped (CAN-16). */
const wayOn = ({ insuredMustSign }: Standing) =>
  insuredMustSign ? 'Only the insured’s written request lets it go on.' : 'It stays pending until that has ended.'

/**
 * What a pending cancellation waits for, told to agents and staff: each signature and paper by name, the end of a moratorium, or
 * who ends it.
 */
export function waitsFor(status: Standing): string {
  const all = [
    ...(status.insuredMustSign && !status.insuredHasSigned ? ['the insured’s signature'] : []),
    ...(status.agentMustSign && !status.agentHasSigned ? ['the agent’s signature'] : []),
    ...status.missingDocuments.map(({ docType }) => `the document “${docType.type}”`),
  ]
  const held = status.heldBackBy && `Held back: ${status.heldBackBy} ${wayOn(status)}`
  if (all.length > 0) return [`Waits for ${listed(all)}.`, held].filter(Boolean).join(' ')
  if (held) return held
  return status.isReviewedAutomatically
    ? 'Everything is there: it ends by itself within a few minutes.'
    : 'Everything is there: it waits for internal staff to finalize it.'
}
