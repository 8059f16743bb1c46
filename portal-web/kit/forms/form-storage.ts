/**
 * Stores form input in sessionStorage until the form is submitted, so that a reload does not lose the input. Closing
 * the tab deletes the stored input. Never store passwords, card numbers or account numbers here.
 */
const prefix = 'typed:'

export function readFormInput<Values extends object>(name: string): Partial<Values> {
  try {
    return (JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null') as Partial<Values> | null) ?? {}
  } catch {
    return {}
  }
}

/** Saves form input. If the browser's storage is full, the input is not saved. */
export function saveFormInput(name: string, values: object): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(values))
  } catch {
    clearFormInput(name)
  }
}

export const clearFormInput = (name: string): void => sessionStorage.removeItem(prefix + name)
