import { useEffect, useRef, useState } from 'react'
import {
  createSignatureDraft,
  readSignatureDraft,
  type SignatureDraft,
  saveSignatureDraft,
  subscribeToSignatureDraft,
} from './signature-draft.ts'

/**
 * The signature data of a policy, stored on the device with every change. A reload continues with it, and all tabs
 * share it. `onGone` is called when the policy was signed in another tab.
 */
export function useSignatureDraft(policyNo: string, name: string, onSignedElsewhere: () => void) {
  const [ink, setInk] = useState<SignatureDraft>(() => readSignatureDraft(policyNo) ?? createSignatureDraft(name))
  const [wasKept] = useState(() => Boolean(readSignatureDraft(policyNo)?.signature))
  // Stores only data that this tab created, because other data may already be deleted.
  const isOwn = useRef(false)
  const gone = useRef(onSignedElsewhere)
  gone.current = onSignedElsewhere
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
        else gone.current()
      }),
    [policyNo],
  )
  return { ink, change, wasKept }
}
