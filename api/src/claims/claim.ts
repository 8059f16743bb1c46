import { getEarlierDate } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import type { Operations } from '../generated/operations.ts'
import { createForbiddenError, createUnprocessableError } from '../http/api-error.ts'
import type { Actor } from '../http/context.ts'
import { getNoteAgencyNumber } from '../notes/note.ts'
import type { Policy } from '../policy/visibility.ts'
import type { Lapse } from '../pricing/term.ts'

export type Claim = Operations['getClaim']['response']['payload']['claim']
export type ClaimDraft = Operations['createClaim']['body']
export type ClaimChange = Operations['updateClaim']['body']

export const claimStatuses = ['Open', 'In Review', 'Approved', 'Paid', 'Denied', 'Closed'] as const

export const causesOfLoss = [
  { code: 'flood', label: 'Flood' },
  { code: 'stormSurge', label: 'Storm surge' },
  { code: 'overflow', label: 'Overflow of inland or tidal waters' },
  { code: 'mudflow', label: 'Mudflow' },
  { code: 'sewerBackup', label: 'Sewer backup' },
  { code: 'other', label: 'Other' },
]

/** Returns the label of a cause of loss. */
export const getCauseLabel = (code: string): string => causesOfLoss.find((cause) => cause.code === code)?.label ?? code

export const claimDocumentTypes = [
  { code: 'photo', label: 'Photo' },
  { code: 'proofOfLoss', label: 'Proof of loss' },
  { code: 'estimate', label: 'Estimate' },
  { code: 'invoice', label: 'Invoice' },
  { code: 'report', label: 'Report' },
  { code: 'letter', label: 'Letter' },
  { code: 'other', label: 'Other' },
]

/** Coverage period of a policy: from inception until the policy expires or is cancelled. */
interface Cover {
  inceptionDate: string
  expirationDate: string
  /** Cancellation effective date. Null if the policy is not cancelled. */
  cancelledFrom: string | null
  /** Periods without coverage before a reinstatement (DEL-26). */
  lapses: readonly Lapse[]
}

/** Returns the date on which a cancellation ended coverage, if any. A pending cancellation does not count. */
export const getCoverageEndDate = (policy: Pick<Policy, 'isCancelled' | 'cancelEffectiveDate'>): string | null =>
  policy.isCancelled ? policy.cancelEffectiveDate : null

/**
 * Checks that the date of loss is within coverage (CLM-1) and not in the future.
 *
 * @throws {ApiError} 422 with the field
 */
export function assertLossIsCovered({ dateOfLoss }: { dateOfLoss: string }, cover: Cover, today: string): void {
  const from = cover.inceptionDate
  const until = getEarlierDate(cover.cancelledFrom ?? cover.expirationDate, cover.expirationDate)
  if (dateOfLoss < from || dateOfLoss >= until)
    throw createUnprocessableError(
      'outside_term',
      until <= from
        ? 'dateOfLoss: the policy provided no coverage because it was cancelled as of its inception date.'
        : `dateOfLoss: the date of loss must be within the coverage period, which begins on ${formatUsDate(from)} and ends on ${formatUsDate(until)}.`,
      'dateOfLoss',
    )
  const lapse = cover.lapses.find(({ from, to }) => dateOfLoss >= from && dateOfLoss < to)
  if (lapse)
    throw createUnprocessableError(
      'outside_term',
      `dateOfLoss: the policy provided no coverage from ${formatUsDate(lapse.from)} until it was reinstated on ${formatUsDate(lapse.to)}.`,
      'dateOfLoss',
    )
  if (dateOfLoss > today)
    throw createUnprocessableError(
      'date_in_future',
      'dateOfLoss: the date of loss cannot be in the future.',
      'dateOfLoss',
    )
}

/**
 * Checks that the date reported is neither in the future nor before the date of loss.
 *
 * @throws {ApiError} 422 with the field
 */
export function assertValidNoticeDate(
  { noticeDate, dateOfLoss }: { noticeDate: string; dateOfLoss: string },
  today: string,
): void {
  if (noticeDate > today)
    throw createUnprocessableError(
      'date_in_future',
      'noticeDate: the date reported cannot be in the future.',
      'noticeDate',
    )
  if (noticeDate < dateOfLoss)
    throw createUnprocessableError(
      'reported_before_loss',
      'noticeDate: the date reported cannot be before the date of loss.',
      'noticeDate',
    )
}

const staffOnly = ['status', 'adjusterName', 'adjusterEmail', 'adjusterPhone', 'extension', 'reserve', 'paid'] as const

/**
 * Throws 403 with the field if an agent changes a claim's status, adjuster or amounts. Only staff may change these
 * fields.
 */
export function assertCanChangeClaim(actor: Actor, before: Partial<Claim>, after: Partial<Claim>): void {
  if (actor.kind === 'staff') return
  const changed = staffOnly.find(
    (field) => after[field] !== undefined && (after[field] ?? null) !== (before[field] ?? null),
  )
  if (changed) throw createForbiddenError(`${changed}: only staff can change this.`)
}

/**
 * Returns whether the caller's own agency created the record. For staff, returns whether staff created it. Policy notes
 * follow the same rule (NOTE-1).
 */
export const isCreatedByOwnAgency = (actor: Actor, madeByAgencyNo: string | null): boolean =>
  madeByAgencyNo === getNoteAgencyNumber(actor)
