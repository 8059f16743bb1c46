import { useEffect, useRef, useState } from 'react'
import {
  createSignatureDraft,
  readSignatureDraft,
  type SignatureDraft,
  saveSignatureDraft,
  subscribeToSignatureDraft,
} from './signature-draft.ts'

/**
 * Returns the signature data of a policy and saves every change on this device, where all tabs share it.
 * `onSignedElsewhere` is called after the policy was signed in another tab.
 */
export function useSignatureDraft(policyNo: string, name: string, onSignedElsewhere: () => void) {
  const [ink, setInk] = useState<SignatureDraft>(() => readSignatureDraft(policyNo) ?? createSignatureDraft(name))
  const [wasKept] = useState(() => Boolean(readSignatureDraft(policyNo)?.signature))
  // True once this tab has changed the signature data. Only then is the data saved, because another tab may have
  // deleted it in the meantime.
  const isOwn = useRef(false)
  const latestOnSignedElsewhere = useRef(onSignedElsewhere)
  latestOnSignedElsewhere.current = onSignedElsewhere
  const change = (more: Partial<SignatureDraft>) => {
    isOwn.current = true
    setInk((known) => ({ ...known, ...more }))
  }
  useEffect(() => {
    if (isOwn.current) saveSignatureDraft(policyNo, ink)
  }, [policyNo, ink])
  useEffect(
    () =>
      subscribeToSignatureDraft(policyNo, (elsewhere) => {
        isOwn.current = false
        if (elsewhere) setInk(elsewhere)
        else latestOnSignedElsewhere.current()
      }),
    [policyNo],
  )
  return { ink, change, wasKept }
}
