import type { CancelReason, PolicyConfirmation } from '@tideline/sdk'
import type { CancellationInput } from './cancel.machine.ts'
import { getCancelSteps, getRequiredDocumentSlots } from './cancel-steps.ts'
import { validateCancellationDate } from './reasons.ts'

/** The values of the cancellation form. */
export interface CancelFormValues {
  reasonCode: string
  date: string
  notes: string
  notifies: boolean
}

export const emptyCancelForm: CancelFormValues = { reasonCode: '', date: '', notes: '', notifies: true }

/**
 * Returns why the request cannot be submitted, or undefined if it can. A request needs a reason, a date if the reason
 * requires one, and notes if staff submit it (CAN-10).
 */
export const validateCancelForm = (reason: CancelReason | undefined, form: CancelFormValues, isInternal: boolean) =>
  (!reason && 'Choose a reason.') ||
  (reason && validateCancellationDate(reason, form.date)) ||
  (isInternal && !form.notes.trim() && 'Notes are required.') ||
  undefined

/**
 * Builds the body of the cancellation request with the fields that its reason requires. Only staff can add notes and
 * turn off notifications.
 */
export function buildCancellationInput(
  reason: CancelReason,
  { date, notes, notifies }: CancelFormValues,
  { viewer: { kind } }: Pick<PolicyConfirmation, 'viewer'>,
  isAutomatic: boolean,
): CancellationInput {
  const isInternal = kind === 'internal'
  return {
    reasonCode: reason.reasonCode,
    effectiveDate: reason.effectiveDateRequired ? date : undefined,
    notes: isInternal ? notes : '',
    notifies: isInternal ? notifies : undefined,
    steps: getCancelSteps(reason, isAutomatic),
    slots: getRequiredDocumentSlots(reason.policyCancelDocs),
  }
}
