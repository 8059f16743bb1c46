import type { RaRecord } from 'react-admin'

export interface Peeked {
  resource: string
  record: RaRecord
}

/** Which row is looked at beside its list; the shell's drawer listens (peek/Peek.tsx). */
const name = 'tideline:peek'

export const peekAt = (detail: Peeked) => window.dispatchEvent(new CustomEvent(name, { detail }))

export function onPeek(show: (peeked: Peeked) => void) {
  const hear = (event: Event) => show((event as CustomEvent<Peeked>).detail)
  window.addEventListener(name, hear)
  return () => window.removeEventListener(name, hear)
}
