import type { CancellationStatus, CancelReason } from '@tideline/sdk'

/** A step of the cancel wizard (CAN-9). */
export type CancelStep = 'reason' | 'upload' | 'sign'

/** Cancelled before it began: everybody has this reason then, and mostly no other (CAN-9). */
export const automaticReason = '13'

/** What is asked for under this name can be a closing disclosure, a settlement statement or a HUD-1. */
export const buildingSold = 'Building Sold'

type Papers = Pick<CancelReason, 'reasonCode'> & { policyCancelDocs: readonly { isRequired: boolean }[] }

/**
 * The steps of a cancellation: reason, upload where the reason cannot do without a paper (01, 02 and 12), signature.
 * Reason 13 and a single reason, which was confirmed before the wizard opened, have the signature only (CAN-9).
 */
export function getSteps(reason: Papers | undefined, isAutomatic: boolean): CancelStep[] {
  if (isAutomatic || reason?.reasonCode === automaticReason) return ['sign']
  const needsPaper = reason?.policyCancelDocs.some(({ isRequired }) => isRequired) ?? false
  return needsPaper ? ['reason', 'upload', 'sign'] : ['reason', 'sign']
}

/** A place that a paper is asked for. */
export interface Slot {
  docTypeId: number
  name: string
  isUploaded: boolean
}

/** The papers that a cancellation cannot do without. */
export const getSlots = (documents: CancelReason['policyCancelDocs']): Slot[] =>
  documents
    .filter(({ isRequired }) => isRequired)
    .map(({ docTypeId, docType, isUploaded }) => ({ docTypeId, name: docType.type, isUploaded: isUploaded ?? false }))

/** Why the papers cannot go yet: every place needs one (CAN-11). */
export const slotProblem = (slots: readonly Slot[], files: ReadonlyMap<number, File>): string | undefined => {
  const empty = slots.find(({ docTypeId, isUploaded }) => !isUploaded && !files.has(docTypeId))
  return empty && `Choose a file for ${empty.name}.`
}

/** What whoever looks has still to do for a cancellation that was asked for; nothing when it waits for others. */
export function stepLeft(
  status: Pick<CancellationStatus, 'state' | 'missingDocuments'> & SignatureFlags,
  { kind, isReadonly }: { kind: 'agent' | 'insured' | 'internal'; isReadonly: boolean },
): CancelStep | undefined {
  if (status.state !== 'pending' || isReadonly) return undefined
  if (kind !== 'insured' && status.missingDocuments.length > 0) return 'upload'
  if (kind === 'agent' && status.agentMustSign && !status.agentHasSigned) return 'sign'
  if (kind === 'insured' && status.insuredMustSign && !status.insuredHasSigned) return 'sign'
  return undefined
}

type SignatureFlags = Pick<
  CancellationStatus,
  'agentMustSign' | 'agentHasSigned' | 'insuredMustSign' | 'insuredHasSigned'
>
