import { TidelineError } from '@tideline/sdk'

/** What was typed into Change Agency. */
export interface AgencyChange {
  agencyNo: string
  notes: string
  producerName: string
}

/** Values go without the blanks around them (POL-10). */
export const trimmed = ({ agencyNo, notes, producerName }: AgencyChange): AgencyChange => ({
  agencyNo: agencyNo.trim(),
  notes: notes.trim(),
  producerName: producerName.trim(),
})

/** Why it cannot be sent: number and notes are needed, blanks alone are nothing. */
export function changeProblem(change: AgencyChange): string | undefined {
  const { agencyNo, notes } = trimmed(change)
  if (!agencyNo) return 'Enter the agency number.'
  return notes ? undefined : 'Enter the reason.'
}

interface Holder {
  agencyNo: string
  producerName?: string | null
}

/** The notice by what changed. */
export function changeNotice(before: Holder, after: Holder): string {
  const isMoved = before.agencyNo !== after.agencyNo
  const isRenamed = (before.producerName ?? '') !== (after.producerName ?? '')
  if (isMoved && isRenamed) return 'Agency and Producer Name changed successfully'
  return isRenamed ? 'Producer Name changed successfully' : 'Agency changed successfully'
}

/** Why the agency was not changed. */
export function getFailure(error: unknown): string {
  if (!(error instanceof TidelineError)) return 'Unable to update agency. Please try again later'
  return error.message
}
