import { type ReactNode, useId } from 'react'

export interface FieldTexts {
  label: ReactNode
  /** What to enter, below the label. */
  help?: ReactNode
  /** What is wrong; shown beside the field and announced with it. */
  error?: string | undefined
  /** Says so in the label; every other field is required. */
  optional?: boolean
}

/** The ids and attributes that tie an input to its label, help and error. */
export function useField({ help, error }: Pick<FieldTexts, 'help' | 'error'>, id?: string) {
  const ownId = useId()
  const inputId = id ?? ownId
  const helpId = help ? `${inputId}-help` : undefined
  const errorId = error ? `${inputId}-error` : undefined
  const describedBy = [helpId, errorId].filter(Boolean).join(' ') || undefined
  return {
    inputId,
    helpId,
    errorId,
    input: { id: inputId, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy } as const,
  }
}

interface FieldProps extends FieldTexts {
  field: ReturnType<typeof useField>
  children: ReactNode
}

/** What is wrong and what to enter, below the input's label. */
export const FieldNotes = ({ help, error, field }: Pick<FieldProps, 'help' | 'error' | 'field'>) => (
  <>
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
  </>
)

/** Label above, help and error below it, then the input: the same for every kind of input. */
export function Field({ label, help, error, optional, field, children }: FieldProps) {
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <label className="field-label" htmlFor={field.inputId}>
        {label}
        {optional && <span className="field-optional"> (optional)</span>}
      </label>
      {children}
      <FieldNotes {...{ help, error, field }} />
    </div>
  )
}
