import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'
const subscribe = (listener: () => void) => {
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone's, where what is not needed at once is folded; first pages are made for one. */
export const useIsPhone = () =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => true,
  )
