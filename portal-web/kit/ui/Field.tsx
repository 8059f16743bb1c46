import { type HTMLAttributes, type ReactNode, useId } from 'react'
import { Icon } from './Icon.tsx'
import './Field.css'

export interface FieldTexts {
  label: ReactNode
  /** Instructions, shown below the input. */
  help?: ReactNode
  /** Error message, shown below the input. Screen readers announce the message together with the input. */
  error?: string | undefined
  /** Whether the field is optional. Adds "(optional)" to the label. */
  optional?: boolean
}

/** Returns the ids and ARIA attributes that connect an input to its label, help and error. */
export function useFieldAttributes({ help, error }: Pick<FieldTexts, 'help' | 'error'>, id?: string) {
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
  field: ReturnType<typeof useFieldAttributes>
  children: ReactNode
}

/** The error message of a field or a form. */
export const FieldError = ({ children, ...rest }: HTMLAttributes<HTMLParagraphElement>) => (
  <p className="field-error" {...rest}>
    <Icon name="warning" />
    {children}
  </p>
)

/** The error message and instructions below an input. */
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

/** The CSS class of an input. Third-party inputs, such as Stripe's, also use it. */
export const inputClassName = 'input'

/** A label for something that is not an input, such as a canvas or a group of checkboxes. */
export function FieldLabel({ as: Name = 'span', ...rest }: HTMLAttributes<HTMLElement> & { as?: 'span' | 'legend' }) {
  return <Name className="field-label" {...rest} />
}

/** The label and error message of a third-party input, for example Stripe's. */
export function ThirdPartyField({
  label,
  error,
  children,
}: Omit<FieldTexts, 'optional' | 'help'> & { children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for several inputs, and this field is a single one
    <div className="field" role="group" aria-labelledby={id} data-invalid={error ? '' : undefined}>
      <FieldLabel id={id}>{label}</FieldLabel>
      {children}
      {error && <FieldError role="alert">{error}</FieldError>}
    </div>
  )
}

/** The layout of a field: label, input, error message and instructions. */
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
