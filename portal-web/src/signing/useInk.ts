import { useEffect, useState } from 'react'
import { freshInk, type Ink, keepInk, readInk } from './ink.ts'

/** The ink of a policy, kept by the device with every change: a reload or a second tab goes on with it. */
export function useInk(policyNo: string, name: string) {
  const [ink, setInk] = useState<Ink>(() => readInk(policyNo) ?? freshInk(name))
  const [wasKept] = useState(() => (readInk(policyNo)?.signature ? true : undefined))
  const [isFresh, setIsFresh] = useState(true)
  const change = (more: Partial<Ink>) => {
    setIsFresh(false)
    setInk((known) => ({ ...known, ...more }))
  }
  useEffect(() => {
    if (!isFresh) keepInk(policyNo, ink)
  }, [policyNo, ink, isFresh])
  return { ink, change, wasKept: wasKept === true }
}
