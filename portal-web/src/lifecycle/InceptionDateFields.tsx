import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'

/** The values of the inception date form: the new inception date and, if entered by staff, a new agent of record. */
export interface InceptionDateInput {
  chosen: string
  isImmediate: boolean
  newAgencyNo: string
  producerName: string
}

interface InceptionDateFieldsProps {
  input: InceptionDateInput
  onChange: (part: Partial<InceptionDateInput>) => void
  /** The range of valid dates, or undefined during loading. */
  window: { min: string; max: string } | undefined
  problem: string | undefined
  isLocked: boolean
  /** The reason why Immediate Closing cannot be switched on or off. */
  lock: string | undefined
  /**
   * The current agency, which is kept if no other agency is entered. Undefined if the viewer cannot change the agency.
   */
  agencyNo: string | undefined
}

const waiting =
  'The standard 10-day waiting period can be waived only for a real estate closing or a roll-over. Upload a closing disclosure, settlement statement or prior declaration page with the same effective date to the policy.'

export function InceptionDateFields(props: InceptionDateFieldsProps) {
  const { input, onChange, window, problem, isLocked, lock, agencyNo } = props
  return (
    <>
      <TextField
        label="Inception date"
        type="date"
        required
        disabled={isLocked}
        min={window?.min}
        max={window?.max}
        value={input.chosen}
        help={window && `From ${formatDate(window.min)} to ${formatDate(window.max)}`}
        error={problem}
        // Ignores a cleared field, because a date is required.
        onChange={({ target }) => target.value && onChange({ chosen: target.value })}
      />
      <Checkbox
        label="Immediate Closing"
        role="switch"
        disabled={lock !== undefined}
        checked={input.isImmediate}
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
            value={input.newAgencyNo}
            onChange={({ target }) => onChange({ newAgencyNo: target.value })}
          />
          <TextField
            label="Producer name"
            optional
            disabled={isLocked}
            value={input.producerName}
            onChange={({ target }) => onChange({ producerName: target.value })}
          />
        </>
      )}
    </>
  )
}
