import type { CancelReason, PolicyConfirmation } from '@tideline/sdk'
import type { CancellationInput } from './cancel.machine.ts'
import { validateCancellationDate } from './reasons.ts'
import { getSlots, getSteps } from './steps.ts'

/** The values of the cancellation form. */
export interface CancelForm {
  reasonCode: string
  date: string
  notes: string
  notifies: boolean
}

export const emptyForm: CancelForm = { reasonCode: '', date: '', notes: '', notifies: true }

/** Returns why the request cannot be submitted yet. It needs a reason, its date, and notes from staff (CAN-10). */
export const validateCancelForm = (reason: CancelReason | undefined, form: CancelForm, isInternal: boolean) =>
  (!reason && 'Choose a reason.') ||
  (reason && validateCancellationDate(reason, form.date)) ||
  (isInternal && !form.notes.trim() && 'Notes are required.') ||
  undefined

/** Builds the request input with the steps of its reason. Only staff can add notes and suppress notifications. */
export function buildRequest(
  reason: CancelReason,
  { date, notes, notifies }: CancelForm,
  { viewer: { kind } }: Pick<PolicyConfirmation, 'viewer'>,
  isAutomatic: boolean,
): CancellationInput {
  const isInternal = kind === 'internal'
  return {
    reasonCode: reason.reasonCode,
    effectiveDate: reason.effectiveDateRequired ? date : undefined,
    notes: isInternal ? notes : '',
    notifies: isInternal ? notifies : undefined,
    steps: getSteps(reason, isAutomatic),
    slots: getSlots(reason.policyCancelDocs),
  }
}
