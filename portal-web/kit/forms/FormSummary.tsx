import type { FieldErrors } from 'react-hook-form'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { getErrors } from './form-errors.ts'

export interface FormSummaryProps {
  errors: FieldErrors
  /** How often the form was sent; nothing is listed before. */
  sent: number
  onGo: (field: string) => void
  /** What a field is called where its error alone does not say. */
  nameOf?: (field: string) => string | undefined
}

/** Of a long form: what is wrong, listed above the fields once it was sent, each with a way to its field. */
export function FormSummary({ errors, sent, onGo, nameOf }: FormSummaryProps) {
  if (sent === 0) return null
  const list = getErrors(errors).map(({ field, message }) => {
    const name = nameOf?.(field)
    return { field, message: name ? `${name}: ${message}` : message }
  })
  return <ErrorSummary key={sent} errors={list} onGo={onGo} />
}
