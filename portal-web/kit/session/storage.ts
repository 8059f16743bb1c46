/**
 * What this device keeps for whoever is signed in, in every tab, so that a reload or a lost connection loses nothing.
 * Signing out forgets it (`clearSession`). Never for numbers of cards or accounts.
 */
const prefix = 'kept:'

/** What was kept under a name; nothing when there is none, or when it cannot be read any more. */
export function readStored<Value>(name: string): Value | undefined {
  try {
    return (JSON.parse(localStorage.getItem(prefix + name) ?? 'null') as Value | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value until it is dropped. A device without room goes on without it. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    drop(name)
  }
}

export const drop = (name: string): void => localStorage.removeItem(prefix + name)

/** Calls back when another tab keeps something else under a name, or drops it. Answers how to stop. */
export function watchStored<Value>(name: string, changed: (value: Value | undefined) => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === prefix + name) changed(readStored<Value>(name))
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

/** Forgets everything: whoever comes next sees nothing of it. */
export function clearStorage(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
