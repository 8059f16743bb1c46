/**
 * Stores the signed-in user's data in localStorage, so that a reload does not lose it. All tabs share the data, and
 * signing out deletes it (`clearSession`). Never store card or account numbers here.
 */
const prefix = 'kept:'

/** Returns the stored value, or undefined if there is no value or the value cannot be read. */
export function readStoredValue<Value>(name: string): Value | undefined {
  try {
    return (JSON.parse(localStorage.getItem(prefix + name) ?? 'null') as Value | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value until it is removed. If the browser's storage is full, nothing is stored. */
export function writeStoredValue(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    removeStoredValue(name)
  }
}

export const removeStoredValue = (name: string): void => localStorage.removeItem(prefix + name)

/** Calls `changed` when another tab stores or deletes the value. Returns a function that unsubscribes. */
export function subscribeToStoredValue<Value>(name: string, changed: (value: Value | undefined) => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === prefix + name) changed(readStoredValue<Value>(name))
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

/** Deletes all stored values, so that the next user sees none of them. */
export function clearStorage(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
