/**
 * What somebody types before we know them, kept by this tab until it is sent, so that a reload loses nothing. It ends with
 * the tab. Never for passwords, nor for numbers of cards or accounts.
 */
const prefix = 'typed:'

export function readTyped<Values extends object>(name: string): Partial<Values> {
  try {
    return (JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null') as Partial<Values> | null) ?? {}
  } catch {
    return {}
  }
}

/** A device without room goes on without it. */
export function saveTyped(name: string, values: object): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(values))
  } catch {
    clearTyped(name)
  }
}

export const clearTyped = (name: string): void => sessionStorage.removeItem(prefix + name)
