import { useEffect, useState, useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Returns whether the browser reports a connection. */
export const useIsOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

const stalledAfterMs = 3000

/**
 * Returns whether the browser has been waiting for a connection for 3 seconds. The screen then replaces the loading
 * placeholder with an offline message.
 */
export function useIsConnectionStalled(isWaiting: boolean) {
  const [isStalled, setIsStalled] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setIsStalled(false)
    const timer = setTimeout(() => setIsStalled(true), stalledAfterMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isStalled && isWaiting
}

/** Calls `again` when the connection returns. */
export function useOnReconnect(again: (() => void) | undefined) {
  useEffect(() => {
    if (!again) return
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [again])
}
