import type { CancelReason } from '@tideline/sdk'

export interface CancelReasonGroup {
  /** The heading of the group, or undefined if the group has none. */
  label: string | undefined
  reasons: CancelReason[]
}

/** Groups the reasons. Staff see internal reasons in a separate group; other viewers see a plain list (CAN-10). */
export function groupCancelReasons(reasons: readonly CancelReason[], isInternal: boolean): CancelReasonGroup[] {
  const internal = reasons.filter(({ allowedRoles }) => allowedRoles.includes('internal'))
  const others = reasons.filter(({ allowedRoles }) => !allowedRoles.includes('internal'))
  if (!isInternal) return [{ label: undefined, reasons: [...reasons] }]
  return [
    { label: 'Internal', reasons: internal },
    { label: undefined, reasons: others },
  ].filter((group) => group.reasons.length > 0)
}

/** Returns the validation error of the date. Returns undefined if the date is valid or not required (CAN-2). */
export function validateCancellationDate(reason: CancelReason, date: string): string | undefined {
  if (!reason.effectiveDateRequired) return undefined
  if (!date) return `${reason.effectiveDateLabel ?? 'The date'} is required.`
  const { effectiveDateMin: min, effectiveDateMax: max } = reason
  if (min && date < min) return `Choose ${min} or a later date.`
  if (max && date > max) return `Choose ${max} or an earlier date.`
  return undefined
}
