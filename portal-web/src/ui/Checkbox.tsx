import type { InputHTMLAttributes, Ref } from 'react'
import { type FieldTexts, useField } from './Field.tsx'

type CheckboxProps = Omit<FieldTexts, 'optional'> &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export function Checkbox({ label, help, error, id, ...input }: CheckboxProps) {
  const field = useField({ help, error }, id)
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label className="checkbox" htmlFor={field.inputId}>
        <input type="checkbox" {...input} {...field.input} />
        <span>{label}</span>
      </label>
      {error && (
        <p className="field-error" id={field.errorId}>
          <span aria-hidden="true">⚠ </span>
          {error}
        </p>
      )}
      {help && (
        <p className="field-help" id={field.helpId}>
          {help}
        </p>
      )}
    </div>
  )
}
