import type { Ref, SelectHTMLAttributes } from 'react'
import { Field, type FieldTexts, useField } from './Field.tsx'

type SelectFieldProps = FieldTexts &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: readonly { value: string; label: string }[]
    ref?: Ref<HTMLSelectElement>
  }

/** The browser's own select: it works by keyboard and on every phone. */
export function SelectField({ label, help, error, optional, id, options, className, ...select }: SelectFieldProps) {
  const field = useField({ help, error }, id)
  return (
    <Field {...{ label, help, error, field }} {...(optional && { optional })}>
      <select {...select} {...field.input} className={`input ${className ?? ''}`}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}
