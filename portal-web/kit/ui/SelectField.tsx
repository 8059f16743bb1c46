import type { Ref, SelectHTMLAttributes } from 'react'
import { Field, type FieldTexts, useFieldAttributes } from './Field.tsx'

export interface SelectChoice {
  value: string
  label: string
  disabled?: boolean
}

export interface SelectChoiceGroup {
  label: string
  options: readonly SelectChoice[]
}

const getOption = ({ value, label, disabled }: SelectChoice) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
)

type SelectFieldProps = FieldTexts &
  SelectHTMLAttributes<HTMLSelectElement> & {
    /** The options, or groups of options with a heading. */
    options: readonly (SelectChoice | SelectChoiceGroup)[]
    ref?: Ref<HTMLSelectElement>
  }

/** A native select, which works with a keyboard and on every phone. */
export function SelectField({ label, help, error, optional, id, options, className, ...select }: SelectFieldProps) {
  const field = useFieldAttributes({ help, error }, id)
  return (
    <Field {...{ label, help, error, field }} {...(optional && { optional })}>
      <select {...select} {...field.input} className={`input ${className ?? ''}`}>
        {options.map((one) =>
          'options' in one ? (
            <optgroup key={one.label} label={one.label}>
              {one.options.map(getOption)}
            </optgroup>
          ) : (
            getOption(one)
          ),
        )}
      </select>
    </Field>
  )
}
