import { useEffect, useState, useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device has a connection, as far as its browser knows. */
export const useIsOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

const patience = 3000

/** True once something that waits for a connection has waited for 3 seconds: an outline for ever says nothing. */
export function useIsStalled(isWaiting: boolean) {
  const [isStalled, setIsStalled] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setIsStalled(false)
    const timer = setTimeout(() => setIsStalled(true), patience)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isStalled && isWaiting
}

/** Does something again when the connection comes back. */
export function useOnReconnect(again: (() => void) | undefined) {
  useEffect(() => {
    if (!again) return
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [again])
}
