import type { NoteCatalogue } from '@tideline/sdk'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { FieldLabel } from '@tideline/web-kit/ui/Field.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { MaskedField } from '@tideline/web-kit/ui/MaskedField.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { type CallerType, invalidPhoneText, isPhoneNumber, type NoteFormValues } from './call-log.ts'

interface CallFieldsProps {
  entry: NoteFormValues
  catalogue: NoteCatalogue | undefined
  onChange: (part: Partial<NoteFormValues>) => void
}

const words: Record<CallerType, string> = { insured: 'Insured', agent: 'Agent', lender: 'Lender' }

/** Fields of a phone call: direction, caller, and topics. */
export function CallFields({ entry, catalogue, onChange }: CallFieldsProps) {
  const [leftPhone, setLeftPhone] = useState(false)
  const organizationLabel = catalogue?.callerTypes.find(({ type }) => type === entry.callerType)?.organizationLabel
  return (
    <>
      <FieldGrid most={3}>
        <SelectField
          label="Direction"
          value={entry.isInbound === undefined ? '' : entry.isInbound ? 'in' : 'out'}
          options={[
            { value: '', label: 'Choose' },
            { value: 'in', label: 'Inbound' },
            { value: 'out', label: 'Outbound' },
          ]}
          onChange={({ target }) => onChange({ isInbound: target.value ? target.value === 'in' : undefined })}
        />
        <SelectField
          label="Caller"
          value={entry.callerType ?? ''}
          options={[
            { value: '', label: 'Choose' },
            ...(catalogue?.callerTypes ?? []).map(({ type }) => ({ value: type, label: words[type] })),
          ]}
          onChange={({ target }) =>
            onChange({ callerType: catalogue?.callerTypes.find(({ type }) => type === target.value)?.type })
          }
        />
        {organizationLabel && (
          <TextField
            label={organizationLabel}
            maxLength={100}
            value={entry.organization}
            onChange={({ target }) => onChange({ organization: target.value })}
          />
        )}
        <TextField
          label="Caller name"
          maxLength={100}
          value={entry.callerName}
          onChange={({ target }) => onChange({ callerName: target.value })}
        />
        <MaskedField
          label="Caller phone"
          mask="phone"
          value={entry.callerPhone}
          error={leftPhone && !isPhoneNumber(entry.callerPhone) ? invalidPhoneText : undefined}
          onValueChange={(callerPhone) => onChange({ callerPhone })}
          onBlur={() => setLeftPhone(true)}
        />
      </FieldGrid>
      <fieldset className="note-form-tags">
        <FieldLabel as="legend">About</FieldLabel>
        {catalogue?.tags.map((tag) => (
          <Checkbox
            key={tag}
            label={tag}
            checked={entry.tags.includes(tag)}
            onChange={({ target }) =>
              onChange({
                tags: catalogue.tags.filter((one) => (one === tag ? target.checked : entry.tags.includes(one))),
              })
            }
          />
        ))}
      </fieldset>
    </>
  )
}
