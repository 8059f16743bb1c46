import { useEffect, useRef, useState } from 'react'
import { freshInk, type Ink, readInk, saveInk, watchInk } from './ink.ts'

/**
 * The ink of a policy, kept by the device with every change: a reload goes on with it, and every tab has the same.
 * `onGone`: it was signed in another tab.
 */
export function useInk(policyNo: string, name: string, onGone: () => void) {
  const [ink, setInk] = useState<Ink>(() => readInk(policyNo) ?? freshInk(name))
  const [wasKept] = useState(() => Boolean(readInk(policyNo)?.signature))
  // What was not made in this tab is not written by it: it may be gone already.
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
