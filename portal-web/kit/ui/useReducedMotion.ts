import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: reduce)'
const subscribe = (listener: () => void) => {
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** True when the viewer asked for less motion. */
export const useReducedMotion = () => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
