import type { FieldErrors } from 'react-hook-form'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { listFormErrors } from './form-errors.ts'

export interface FormSummaryProps {
  errors: FieldErrors
  /** Number of submissions. The summary appears after the first one. */
  sent: number
  onGo: (field: string) => void
  /** Returns a name to show before errors that do not identify their field. */
  nameOf?: (field: string) => string | undefined
}

/** Lists the errors of a long form after it was submitted, with a link to each field. */
export function FormSummary({ errors, sent, onGo, nameOf }: FormSummaryProps) {
  if (sent === 0) return null
  const list = listFormErrors(errors).map(({ field, message }) => {
    const name = nameOf?.(field)
    return { field, message: name ? `${name}: ${message}` : message }
  })
  return <ErrorSummary key={sent} errors={list} onGo={onGo} />
}
