export interface FormError {
  /** The field's name in the form, for instance `lienholders.0.city`. */
  field: string
  message: string
}

const isError = (value: object): value is { message?: unknown } => 'type' in value && typeof value.type === 'string'

/** Every error of a form, with the name of its field, in the order of the form; those inside groups and lists, too. */
export const getErrors = (errors: object, within = ''): FormError[] =>
  Object.entries(errors).flatMap(([name, value]): FormError[] => {
    if (typeof value !== 'object' || value === null || name === 'ref') return []
    const field = within ? `${within}.${name}` : name
    if (!isError(value)) return getErrors(value, field)
    return typeof value.message === 'string' && value.message !== '' ? [{ field, message: value.message }] : []
  })
