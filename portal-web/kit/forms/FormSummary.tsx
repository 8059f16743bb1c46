import type { FieldErrors } from 'react-hook-form'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { listFormErrors } from './form-errors.ts'

export interface FormSummaryProps {
  errors: FieldErrors
  /** Number of times the form was submitted. The summary appears after the first submission. */
  sent: number
  onGo: (field: string) => void
  /**
   * Returns the field name to show before the error message. Returns undefined if the message already identifies the
   * field.
   */
  nameOf?: (field: string) => string | undefined
}

/** The list of errors in a long form, with a link to each field. Shown after the form is submitted. */
export function FormSummary({ errors, sent, onGo, nameOf }: FormSummaryProps) {
  if (sent === 0) return null
  const list = listFormErrors(errors).map(({ field, message }) => {
    const name = nameOf?.(field)
    return { field, message: name ? `${name}: ${message}` : message }
  })
  return <ErrorSummary key={sent} errors={list} onGo={onGo} />
}
