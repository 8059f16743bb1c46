import type { CancellationSummary, CancelReason } from '@tideline/sdk'
import { CancelReasonCode } from '@tideline/sdk/words'

/** A step of the cancel wizard (CAN-9). */
export type CancelStep = 'reason' | 'upload' | 'sign'

/** The reason that accepts a closing disclosure, a settlement statement, or a HUD-1 as proof. */
export const buildingSoldReasonName = 'Building Sold'

type RequiredDocuments = Pick<CancelReason, 'reasonCode'> & { policyCancelDocs: readonly { isRequired: boolean }[] }

/**
 * Returns the wizard steps of a cancellation (CAN-9). Reason 13, or a reason confirmed before the wizard opened,
 * requires only a signature. Other reasons also have a reason step and, if a document is required, an upload step.
 */
export function getCancelSteps(reason: RequiredDocuments | undefined, isAutomatic: boolean): CancelStep[] {
  if (isAutomatic || reason?.reasonCode === CancelReasonCode.beforeInception) return ['sign']
  const needsPaper = reason?.policyCancelDocs.some(({ isRequired }) => isRequired) ?? false
  return needsPaper ? ['reason', 'upload', 'sign'] : ['reason', 'sign']
}

/** A required document and whether it has been uploaded. */
export interface RequiredDocumentSlot {
  docTypeId: number
  name: string
  isUploaded: boolean
}

/** Returns the documents that a cancellation requires. */
export const getRequiredDocumentSlots = (documents: CancelReason['policyCancelDocs']): RequiredDocumentSlot[] =>
  documents
    .filter(({ isRequired }) => isRequired)
    .map(({ docTypeId, docType, isUploaded }) => ({ docTypeId, name: docType.type, isUploaded: isUploaded ?? false }))

/** Returns why the documents cannot be submitted yet, or undefined if each required document has a file (CAN-11). */
export const validateRequiredDocuments = (
  slots: readonly RequiredDocumentSlot[],
  files: ReadonlyMap<number, File>,
): string | undefined => {
  const empty = slots.find(({ docTypeId, isUploaded }) => !isUploaded && !files.has(docTypeId))
  return empty && `Choose a file for ${empty.name}.`
}

/** Returns the viewer's remaining step in a pending cancellation, or undefined if the viewer has no step left. */
export function getRemainingCancelStep(
  status: Pick<CancellationSummary, 'state' | 'missingDocuments'> & SignatureFlags,
  { kind, isReadonly }: { kind: 'agent' | 'insured' | 'internal'; isReadonly: boolean },
): CancelStep | undefined {
  if (status.state !== 'pending' || isReadonly) return undefined
  if (kind !== 'insured' && status.missingDocuments.length > 0) return 'upload'
  if (kind === 'agent' && status.agentMustSign && !status.agentHasSigned) return 'sign'
  if (kind === 'insured' && status.insuredMustSign && !status.insuredHasSigned) return 'sign'
  return undefined
}

type SignatureFlags = Pick<
  CancellationSummary,
  'agentMustSign' | 'agentHasSigned' | 'insuredMustSign' | 'insuredHasSigned'
>
