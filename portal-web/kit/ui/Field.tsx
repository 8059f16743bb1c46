import { type HTMLAttributes, type ReactNode, useId } from 'react'
import { Icon } from './Icon.tsx'
import './Field.css'

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

/** What is wrong with a field, or with a form as a whole. */
export const FieldError = ({ children, ...rest }: HTMLAttributes<HTMLParagraphElement>) => (
  <p className="field-error" {...rest}>
    <Icon name="warning" />
    {children}
  </p>
)

/** What is wrong and what to enter, below the input. */
export const FieldNotes = ({ help, error, field }: Pick<FieldProps, 'help' | 'error' | 'field'>) =>
  (error || help) && (
    <div>
      {error && <FieldError id={field.errorId}>{error}</FieldError>}
      {help && (
        <p className="field-help" id={field.helpId}>
          {help}
        </p>
      )}
    </div>
  )

/** The look of an input for what is drawn by others, as Stripe's fields are. */
export const inputLook = 'input'

/** The name of something that is no input of its own: a canvas, a group of boxes. */
export function FieldLabel({ as: Name = 'span', ...rest }: HTMLAttributes<HTMLElement> & { as?: 'span' | 'legend' }) {
  return <Name className="field-label" {...rest} />
}

/** Label, box and error of an input that somebody else draws. */
export function ForeignField({
  label,
  error,
  children,
}: Omit<FieldTexts, 'optional' | 'help'> & { children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of inputs; this is one
    <div className="field" role="group" aria-labelledby={id} data-invalid={error ? '' : undefined}>
      <FieldLabel id={id}>{label}</FieldLabel>
      {children}
      {error && <FieldError role="alert">{error}</FieldError>}
    </div>
  )
}

/** Label above, then the input, what is wrong and what to enter below it: the same for every kind of input. */
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
