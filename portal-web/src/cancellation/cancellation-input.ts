import type { CancelReason, PolicyConfirmation } from '@tideline/sdk'
import type { CancellationInput } from './cancel.machine.ts'
import { dateProblem } from './reasons.ts'
import { getSlots, getSteps } from './steps.ts'

/** What was chosen and typed. */
export interface CancelForm {
  reasonCode: string
  date: string
  notes: string
  notifies: boolean
}

export const emptyForm: CancelForm = { reasonCode: '', date: '', notes: '', notifies: true }

/** Why it cannot be asked for yet: a reason, its date, and a note of staff (CAN-10). */
export const wishProblem = (reason: CancelReason | undefined, form: CancelForm, isInternal: boolean) =>
  (!reason && 'Choose a reason.') ||
  (reason && dateProblem(reason, form.date)) ||
  (isInternal && !form.notes.trim() && 'Notes are required.') ||
  undefined

/** What is asked for, and the steps that follow from its reason. Only staff note and say who is told. */
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
