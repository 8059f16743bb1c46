import type { InputHTMLAttributes, Ref } from 'react'
import { FieldNotes, type FieldTexts, useFieldAttributes } from './Field.tsx'
import './Checkbox.css'

type CheckboxProps = Omit<FieldTexts, 'optional'> &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export function Checkbox({ label, help, error, id, ...input }: CheckboxProps) {
  const field = useFieldAttributes({ help, error }, id)
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label className="checkbox" htmlFor={field.inputId}>
        <input type="checkbox" {...input} {...field.input} />
        <span>{label}</span>
      </label>
      <FieldNotes {...{ help, error, field }} />
    </div>
  )
}
