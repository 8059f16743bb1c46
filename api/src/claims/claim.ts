import type { Operations } from '../generated/operations.ts'
import type { Actor } from '../http/context.ts'
import { forbidden, refused } from '../http/refusal.ts'
import { agencyNoOf } from '../notes/note.ts'

export type Claim = Operations['getClaim']['answer']['payload']['claim']
export type ClaimDraft = Operations['createClaim']['body']
export type ClaimChange = Operations['updateClaim']['body']

export const statuses = ['Open', 'In Review', 'Approved', 'Paid', 'Denied', 'Closed'] as const

export const causesOfLoss = [
  { code: 'flood', label: 'Flood' },
  { code: 'stormSurge', label: 'Storm surge' },
  { code: 'overflow', label: 'Overflow of inland or tidal waters' },
  { code: 'mudflow', label: 'Mudflow' },
  { code: 'sewerBackup', label: 'Sewer backup' },
  { code: 'other', label: 'Other' },
]

export const documentTypes = [
  { code: 'photo', label: 'Photo' },
  { code: 'proofOfLoss', label: 'Proof of loss' },
  { code: 'estimate', label: 'Estimate' },
  { code: 'invoice', label: 'Invoice' },
  { code: 'report', label: 'Report' },
  { code: 'letter', label: 'Letter' },
  { code: 'other', label: 'Other' },
]

interface Term {
  inceptionDate: string
  expirationDate: string
}

/**
 * The days of a loss have to make sense: within the policy's term, not after its notice, neither in the future. Throws
 * 422 naming the day.
 */
export function requireLossInTerm(loss: { noticeDate: string; dateOfLoss: string }, policy: Term, today: string): void {
  const { dateOfLoss, noticeDate } = loss
  if (dateOfLoss < policy.inceptionDate || dateOfLoss >= policy.expirationDate)
    throw refused('outside_term', 'dateOfLoss: the loss has to lie within the term of the policy.', 'dateOfLoss')
  if (dateOfLoss > today) throw refused('in_future', 'dateOfLoss: the loss cannot be in the future.', 'dateOfLoss')
  if (noticeDate > today) throw refused('in_future', 'noticeDate: the notice cannot be in the future.', 'noticeDate')
  if (noticeDate < dateOfLoss)
    throw refused('before_loss', 'noticeDate: the notice cannot come before the loss.', 'noticeDate')
}

const staffOnly = ['status', 'adjusterName', 'adjusterEmail', 'adjusterPhone', 'extension', 'reserve', 'paid'] as const

/** Agents report and describe; status, adjuster and money are for staff. Throws 403 naming what an agent changed. */
export function requireMayChange(actor: Actor, before: Partial<Claim>, after: Partial<Claim>): void {
  if (actor.kind === 'staff') return
  const changed = staffOnly.find(
    (field) => after[field] !== undefined && (after[field] ?? null) !== (before[field] ?? null),
  )
  if (changed) throw forbidden(`${changed}: only internal staff change it.`)
}

/** Notes are changed by the agency that wrote them, those of staff by staff (as policy notes are, decision 59). */
export const isOfOwnAgency = (actor: Actor, madeByAgencyNo: string | null): boolean =>
  madeByAgencyNo === agencyNoOf(actor)
