import type { Operations } from '../../generated/operations.ts'
import type { CancelReason } from './reasons.ts'

export type CancellationStep = NonNullable<Operations['getCancellation']['response']['payload']['nextStep']>

/** Signatures and documents that a cancellation requires, and which of these are missing. */
export interface CancellationRequirements {
  insuredMustSign: boolean
  insuredHasSigned: boolean
  agentMustSign: boolean
  agentHasSigned: boolean
  missing: { docTypeId: number; name: string }[]
}

/** Returns the documents that a reason requires and that are not uploaded yet (CAN-11). */
export const findMissingDocuments = <Paper extends Pick<CancelReason['documents'][number], 'docTypeId' | 'purpose'>>(
  papers: readonly Paper[],
  uploaded: ReadonlySet<number>,
): Paper[] => papers.filter(({ purpose, docTypeId }) => purpose === 'requiredUpload' && !uploaded.has(docTypeId))

/**
 * Returns whether the agent is prompted to upload. This is the case only if both documents and a required signature are
 * missing (CAN-12).
 */
export const shouldAgentUpload = (waiting: CancellationRequirements): boolean =>
  waiting.missing.length > 0 &&
  ((waiting.insuredMustSign && !waiting.insuredHasSigned) || (waiting.agentMustSign && !waiting.agentHasSigned))

/** Returns whether all required documents and signatures are present (CAN-11). */
export const isCancellationComplete = (waiting: CancellationRequirements) =>
  waiting.missing.length === 0 &&
  (!waiting.insuredMustSign || waiting.insuredHasSigned) &&
  (!waiting.agentMustSign || waiting.agentHasSigned)

/** Returns what a pending cancellation waits for. After it is accepted, only a moratorium can delay it (CAN-16). */
export function getNextStep(about: {
  isAccepted: boolean
  requirements: CancellationRequirements
  isOnHold: boolean
  isReviewedAutomatically: boolean
}): CancellationStep {
  const { isAccepted, requirements: waiting, isOnHold, isReviewedAutomatically } = about
  if (!isAccepted) {
    if (waiting.insuredMustSign && !waiting.insuredHasSigned) return 'insuredSignature'
    if (waiting.agentMustSign && !waiting.agentHasSigned) return 'agentSignature'
    if (waiting.missing.length > 0) return 'documents'
  }
  if (isOnHold) return 'moratorium'
  if (isAccepted) return 'effectiveDate'
  return isReviewedAutomatically ? 'automaticReview' : 'finalization'
}
