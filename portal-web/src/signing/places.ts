import type { DocumentWithSignatures, PlaceInPaper, PolicySignature } from '@tideline/sdk'
import type { Party } from './slots.ts'

export const partyNames = { 1: 'Agent', 2: 'Insured' } as const

/** What a place is signed with. */
export const getWord = ({ kind }: Pick<PolicySignature, 'kind'>) => (kind === 'initials' ? 'Initials' : 'Signature')

/** What the button of a place says. */
export const pressOf = ({ kind }: Pick<PolicySignature, 'kind'>) => (kind === 'initials' ? 'Initial here' : 'Sign here')

export const isDone = ({ signatureImageId, signedAt }: PolicySignature) =>
  signatureImageId !== null || signedAt !== null

/** Where a place is on a page of so many points, in percent of the page, so that it stays there however it is zoomed. */
export function onPage({ x, y, width, height }: PlaceInPaper, page: { width: number; height: number }) {
  const percent = (part: number, whole: number) => `${Math.round((100_000 * part) / whole) / 1000}%`
  return {
    left: percent(x, page.width),
    bottom: percent(y, page.height),
    width: percent(width, page.width),
    height: percent(height, page.height),
  }
}

/** What the other party has to do with a document, in one line; nothing when it does not sign. */
export function otherParty({ signatures }: Pick<DocumentWithSignatures, 'signatures'>, party: Party) {
  const theirs = signatures.filter((slot) => slot.party !== party)
  if (theirs.length === 0) return undefined
  const who = party === 1 ? 'The insured' : 'Your agent'
  if (theirs.every(isDone)) return `${who} has signed.`
  return `${who} also signs this document. You don’t have to wait.`
}
