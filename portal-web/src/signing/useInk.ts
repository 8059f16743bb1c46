import { useEffect, useRef, useState } from 'react'
import { freshInk, type Ink, readInk, saveInk, watchInk } from './ink.ts'

/**
 * The signature data of a policy, stored on the device with every change. A reload continues with it, and all tabs
 * share it. `onGone` is called when the policy was signed in another tab.
 */
export function useInk(policyNo: string, name: string, onGone: () => void) {
  const [ink, setInk] = useState<Ink>(() => readInk(policyNo) ?? freshInk(name))
  const [wasKept] = useState(() => Boolean(readInk(policyNo)?.signature))
  // Stores only data that this tab created, because other data may already be deleted.
  const isOwn = useRef(false)
  const gone = useRef(onGone)
  gone.current = onGone
  const change = (more: Partial<Ink>) => {
    isOwn.current = true
    setInk((known) => ({ ...known, ...more }))
  }
  useEffect(() => {
    if (isOwn.current) saveInk(policyNo, ink)
  }, [policyNo, ink])
  useEffect(
    () =>
      watchInk(policyNo, (elsewhere) => {
        isOwn.current = false
        if (elsewhere) setInk(elsewhere)
        else gone.current()
      }),
    [policyNo],
  )
  return { ink, change, wasKept }
}
