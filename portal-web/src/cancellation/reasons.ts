import type { CancelReason } from '@tideline/sdk'

export interface ReasonGroup {
  /** Undefined for those who do not see the internal reasons. */
  label: string | undefined
  reasons: CancelReason[]
}

/** Staff see the reasons that include them in a group of their own; others a plain list (CAN-10). */
export function groupReasons(reasons: readonly CancelReason[], isInternal: boolean): ReasonGroup[] {
  const internal = reasons.filter(({ allowedRoles }) => allowedRoles.includes('internal'))
  const others = reasons.filter(({ allowedRoles }) => !allowedRoles.includes('internal'))
  if (!isInternal) return [{ label: undefined, reasons: [...reasons] }]
  return [
    { label: 'Internal', reasons: internal },
    { label: undefined, reasons: others },
  ].filter((group) => group.reasons.length > 0)
}

/** Why a date cannot be sent; nothing for reasons that ask for none (CAN-2). */
export function dateProblem(reason: CancelReason, date: string): string | undefined {
  if (!reason.effectiveDateRequired) return undefined
  if (!date) return `${reason.effectiveDateLabel ?? 'The date'} is required.`
  const { effectiveDateMin: min, effectiveDateMax: max } = reason
  if (min && date < min) return `Choose ${min} or a later date.`
  if (max && date > max) return `Choose ${max} or an earlier date.`
  return undefined
}
