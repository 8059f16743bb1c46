import { useSyncExternalStore } from 'react'

const print = matchMedia('print')

const subscribe = (onChange: () => void) => {
  print.addEventListener('change', onChange)
  return () => print.removeEventListener('change', onChange)
}

/** Returns whether the page is being printed, for content that styles cannot add to the print. */
export const useIsPrint = () => useSyncExternalStore(subscribe, () => print.matches)
