import type { CancelReason } from '@tideline/sdk'
import { type SelectChoice, type SelectChoiceGroup, SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { groupCancelReasons } from './reasons.ts'

interface ReasonFieldsProps {
  reasons: CancelReason[]
  isInternal: boolean
  /** The selected reason, or the only available reason. */
  reason: CancelReason | undefined
  date: string
  /** The validation error for the date. */
  problem: string | undefined
  onReason: (code: string) => void
  onDate: (date: string) => void
}

/**
 * Returns the name of a reason. Adds its code if another reason has a similar name, such as 33 Insured Request and 34
 * Insured Requested.
 */
const getLabel = ({ reasonCode, reasonName }: CancelReason, all: readonly CancelReason[]) =>
  all.some(
    (other) =>
      other.reasonCode !== reasonCode &&
      (other.reasonName.startsWith(reasonName) || reasonName.startsWith(other.reasonName)),
  )
    ? `${reasonName} (${reasonCode})`
    : reasonName

/** Converts the reasons to select options, with a heading for each group that has a label. */
const getChoices = (reasons: CancelReason[], isInternal: boolean) =>
  groupCancelReasons(reasons, isInternal).flatMap(({ label, reasons: list }): (SelectChoice | SelectChoiceGroup)[] => {
    const options = list.map((reason) => ({ value: reason.reasonCode, label: getLabel(reason, reasons) }))
    return label ? [{ label, options }] : options
  })

/** The fields for the cancel reason and, if required, the date. */
export function ReasonFields({ reasons, isInternal, reason, date, problem, onReason, onDate }: ReasonFieldsProps) {
  return (
    <>
      {reasons.length === 1 ? (
        <p>
          Reason: <strong>{reason?.reasonName}</strong>
        </p>
      ) : (
        <SelectField
          label="Reason"
          value={reason?.reasonCode ?? ''}
          options={[{ value: '', label: 'Choose a reason', disabled: true }, ...getChoices(reasons, isInternal)]}
          onChange={({ target }) => onReason(target.value)}
        />
      )}
      {reason?.description && <p className="muted">{reason.description}</p>}
      {reason?.effectiveDateRequired && (
        <TextField
          label={reason.effectiveDateLabel ?? 'Effective date'}
          type="date"
          required
          min={reason.effectiveDateMin ?? undefined}
          max={reason.effectiveDateMax ?? undefined}
          value={date}
          error={date ? problem : undefined}
          onChange={({ target }) => onDate(target.value)}
        />
      )}
    </>
  )
}
