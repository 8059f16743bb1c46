import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { Field, type FieldTexts, useFieldAttributes } from './Field.tsx'

type TextFieldProps = FieldTexts & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

/** A text input. Accepts the result of react-hook-form's `register(...)` as props. */
export function TextField({ label, help, error, optional, id, className, ...input }: TextFieldProps) {
  const field = useFieldAttributes({ help, error }, id)
  return (
    <Field {...{ label, help, error, field }} {...(optional && { optional })}>
      <input type="text" {...input} {...field.input} className={`input ${className ?? ''}`} />
    </Field>
  )
}

type TextAreaProps = FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

export function TextArea({ label, help, error, optional, id, className, ...input }: TextAreaProps) {
  const field = useFieldAttributes({ help, error }, id)
  return (
    <Field {...{ label, help, error, field }} {...(optional && { optional })}>
      <textarea rows={4} {...input} {...field.input} className={`input ${className ?? ''}`} />
    </Field>
  )
}
