import type { DocumentWithSignatures, PolicySignature, SignatureFieldPosition } from '@tideline/sdk'
import { Party } from '@tideline/sdk/words'

export const partyNames = { [Party.agent]: 'Agent', [Party.insured]: 'Insured' } as const

/** Returns the label of a signature place, "Signature" or "Initials". */
export const getSignaturePlaceLabel = ({ kind }: Pick<PolicySignature, 'kind'>) =>
  kind === 'initials' ? 'Initials' : 'Signature'

/** Returns the label of the button at a signature place. */
export const getSignaturePlaceButtonLabel = ({ kind }: Pick<PolicySignature, 'kind'>) =>
  kind === 'initials' ? 'Initial here' : 'Sign here'

export const isSignaturePlaceSigned = ({ signatureImageId, signedAt }: PolicySignature) =>
  signatureImageId !== null || signedAt !== null

/**
 * Converts the position of a signature place from points to percentages of the page. Percentages stay correct at any
 * zoom.
 */
export function toPagePosition(
  { x, y, width, height }: SignatureFieldPosition,
  page: { width: number; height: number },
) {
  const percent = (part: number, whole: number) => `${Math.round((100_000 * part) / whole) / 1000}%`
  return {
    left: percent(x, page.width),
    bottom: percent(y, page.height),
    width: percent(width, page.width),
    height: percent(height, page.height),
  }
}

/** Returns a sentence about the other party's signature; undefined if that party does not sign the document. */
export function describeOtherParty({ signatures }: Pick<DocumentWithSignatures, 'signatures'>, party: Party) {
  const theirs = signatures.filter((slot) => slot.party !== party)
  if (theirs.length === 0) return undefined
  const who = party === Party.agent ? 'The insured' : 'Your agent'
  if (theirs.every(isSignaturePlaceSigned)) return `${who} has signed.`
  return `${who} also signs this document. You don’t have to wait.`
}
