import { useSyncExternalStore } from 'react'

const query = '(min-width: 1024px)'
const subscribe = (listener: () => void) => {
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the policy has room beside the wizard; on a phone it is folded above it, and mounted once only. */
export const useIsWide = () => useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
