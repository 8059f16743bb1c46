export interface FormError {
  /** The path of the field in the form, such as `lienholders.0.city`. */
  field: string
  message: string
}

const isError = (value: object): value is { message?: unknown } => 'type' in value && typeof value.type === 'string'

/** Returns all errors of a form with their field paths, in form order, including nested groups and lists. */
export const listFormErrors = (errors: object, within = ''): FormError[] =>
  Object.entries(errors).flatMap(([name, value]): FormError[] => {
    if (typeof value !== 'object' || value === null || name === 'ref') return []
    const field = within ? `${within}.${name}` : name
    if (!isError(value)) return listFormErrors(value, field)
    return typeof value.message === 'string' && value.message !== '' ? [{ field, message: value.message }] : []
  })
