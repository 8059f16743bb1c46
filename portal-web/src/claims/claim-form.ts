import type { Claim, ClaimCreate, ClaimUpdate } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'

/** The values of the claim form. An empty string means no value. */
export interface ClaimForm {
  status: Claim['status']
  noticeDate: string
  dateOfLoss: string
  causeOfLoss: NonNullable<Claim['causeOfLoss']>
  description: string
  contactPhone: string
  contactNote: string
  adjusterName: string
  adjusterEmail: string
  adjusterPhone: string
  extension: string
  reserve: string
  paid: string
}

export const getEmptyClaimForm = (today: string): ClaimForm => ({
  ...{ status: 'Open', noticeDate: today, dateOfLoss: '', causeOfLoss: 'flood', description: '' },
  ...{ contactPhone: '', contactNote: '' },
  ...{ adjusterName: '', adjusterEmail: '', adjusterPhone: '', extension: '', reserve: '0', paid: '0' },
})

export const toClaimForm = (claim: Claim): ClaimForm => ({
  status: claim.status,
  noticeDate: claim.noticeDate,
  dateOfLoss: claim.dateOfLoss,
  causeOfLoss: claim.causeOfLoss ?? 'other',
  description: claim.description ?? '',
  contactPhone: claim.contactPhone ?? '',
  contactNote: claim.contactNote ?? '',
  adjusterName: claim.adjusterName ?? '',
  adjusterEmail: claim.adjusterEmail ?? '',
  adjusterPhone: claim.adjusterPhone ?? '',
  extension: claim.extension ?? '',
  reserve: String(claim.reserve ?? 0),
  paid: String(claim.paid ?? 0),
})

const orNull = (text: string) => text.trim() || null

const loss = (form: ClaimForm) => ({
  noticeDate: form.noticeDate,
  dateOfLoss: form.dateOfLoss,
  causeOfLoss: form.causeOfLoss,
  description: orNull(form.description),
  contactPhone: orNull(form.contactPhone),
  contactNote: orNull(form.contactNote),
})

/** Builds a first notice of loss, without the fields that only staff can edit. */
export const buildClaimCreateRequest = (policyNo: string, form: ClaimForm): ClaimCreate => ({ policyNo, ...loss(form) })

/** Builds a claim update. Only staff can change the status, adjuster, and amounts. */
export const buildClaimUpdateRequest = (before: Claim, form: ClaimForm, isInternal: boolean): ClaimUpdate => ({
  status: isInternal ? form.status : before.status,
  ...loss(form),
  ...(isInternal && {
    adjusterName: orNull(form.adjusterName),
    adjusterEmail: orNull(form.adjusterEmail),
    adjusterPhone: orNull(form.adjusterPhone),
    extension: orNull(form.extension),
    reserve: Number(form.reserve),
    paid: Number(form.paid),
  }),
})

/**
 * Returns the validation errors of the claim's dates. The date of loss must be within the coverage period, not in the
 * future, and not after the notice date (CLM-1). For a cancelled policy, only the server can check when coverage ended.
 */
export function validateClaimDates(
  form: Pick<ClaimForm, 'noticeDate' | 'dateOfLoss'>,
  cover: { inceptionDate: string; expirationDate: string; isCancelled: boolean; today: string },
): { dateOfLoss?: string; noticeDate?: string } {
  const { dateOfLoss, noticeDate } = form
  if (!dateOfLoss) return { dateOfLoss: 'Enter the date of loss.' }
  const { inceptionDate: from, expirationDate: until } = cover
  if (dateOfLoss < from || dateOfLoss >= until)
    return {
      dateOfLoss: cover.isCancelled
        ? `The date of loss must be within the coverage period, which begins on ${formatDate(from)}.`
        : `The date of loss must be within the coverage period, which begins on ${formatDate(from)} and ends on ${formatDate(until)}.`,
    }
  if (dateOfLoss > cover.today) return { dateOfLoss: 'The date of loss cannot be in the future.' }
  if (!noticeDate) return { noticeDate: 'Enter the date reported.' }
  if (noticeDate > cover.today) return { noticeDate: 'The date reported cannot be in the future.' }
  return noticeDate < dateOfLoss ? { noticeDate: 'The date reported cannot be before the date of loss.' } : {}
}
