import { TidelineError } from '@tideline/sdk'

/** The values of the Change Agency form. */
export interface AgencyChange {
  agencyNo: string
  notes: string
  producerName: string
}

/** Removes leading and trailing spaces from the values (POL-10). */
export const trimAgencyChange = ({ agencyNo, notes, producerName }: AgencyChange): AgencyChange => ({
  agencyNo: agencyNo.trim(),
  notes: notes.trim(),
  producerName: producerName.trim(),
})

/** Returns the validation error. The agency number and the notes are required and cannot be blank. */
export function validateAgencyChange(change: AgencyChange): string | undefined {
  const { agencyNo, notes } = trimAgencyChange(change)
  if (!agencyNo) return 'Enter the agency number.'
  return notes ? undefined : 'Enter the reason.'
}

interface AgencyOfRecord {
  agencyNo: string
  producerName?: string | null
}

/** Returns the success notice, which names the changed fields. */
export function getAgencyChangeNotice(before: AgencyOfRecord, after: AgencyOfRecord): string {
  const isAgencyChanged = before.agencyNo !== after.agencyNo
  const isRenamed = (before.producerName ?? '') !== (after.producerName ?? '')
  if (isAgencyChanged && isRenamed) return 'Agency and Producer Name changed successfully'
  return isRenamed ? 'Producer Name changed successfully' : 'Agency changed successfully'
}

/** Returns the error message for a failed agency change. */
export function getAgencyChangeError(error: unknown): string {
  if (!(error instanceof TidelineError)) return 'Unable to update agency. Please try again later'
  return error.message
}
