import { day } from '@tideline/web-kit/formats/format.ts'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'

/** What is asked for: the new date and, from staff, a new agent of record. */
export interface InceptionDateInput {
  chosen: string
  isImmediate: boolean
  newAgencyNo: string
  producerName: string
}

interface InceptionDateFieldsProps {
  wish: InceptionDateInput
  onChange: (part: Partial<InceptionDateInput>) => void
  /** Between which days; undefined while they load. */
  window: { min: string; max: string } | undefined
  problem: string | undefined
  isLocked: boolean
  /** Why the waiting period cannot be switched now. */
  lock: string | undefined
  /** The agency that stays when none is named; undefined where nobody else may be. */
  agencyNo: string | undefined
}

const waiting =
  'The standard 10-day waiting period can be waived only for a real estate closing or a roll-over. Upload a closing disclosure, settlement statement or prior declaration page that matches the effective date to the policy.'

export function InceptionDateFields(props: InceptionDateFieldsProps) {
  const { wish, onChange, window, problem, isLocked, lock, agencyNo } = props
  return (
    <>
      <TextField
        label="Inception date"
        type="date"
        required
        disabled={isLocked}
        min={window?.min}
        max={window?.max}
        value={wish.chosen}
        help={window && `From ${day(window.min)} to ${day(window.max)}`}
        error={problem}
        // A date is chosen or stays as it is; none is no choice.
        onChange={({ target }) => target.value && onChange({ chosen: target.value })}
      />
      <Checkbox
        label="Immediate Closing"
        role="switch"
        disabled={lock !== undefined}
        checked={wish.isImmediate}
        help={lock ?? waiting}
        onChange={({ target }) => onChange({ isImmediate: target.checked })}
      />
      {agencyNo && (
        <>
          <TextField
            label="New agent number"
            optional
            disabled={isLocked}
            help={`Leave blank to keep agency ${agencyNo}.`}
            value={wish.newAgencyNo}
            onChange={({ target }) => onChange({ newAgencyNo: target.value })}
          />
          <TextField
            label="Producer name"
            optional
            disabled={isLocked}
            value={wish.producerName}
            onChange={({ target }) => onChange({ producerName: target.value })}
          />
        </>
      )}
    </>
  )
}
