/**
 * Keeps unsent form input in sessionStorage, so that a reload loses nothing. Closing the tab deletes it. Never store
 * passwords, card numbers or account numbers here.
 */
const prefix = 'typed:'

export function readTyped<Values extends object>(name: string): Partial<Values> {
  try {
    return (JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null') as Partial<Values> | null) ?? {}
  } catch {
    return {}
  }
}

/** Saves form input. If the browser's storage is full, nothing is kept. */
export function saveTyped(name: string, values: object): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(values))
  } catch {
    clearTyped(name)
  }
}

export const clearTyped = (name: string): void => sessionStorage.removeItem(prefix + name)
