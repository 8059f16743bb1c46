import { useEffect } from 'react'
import { useNotify } from 'react-admin'
import { onUnsavedPreference } from './refused.ts'

/** Tells whoever saved a filter or put columns in order that the account does not keep it, and by which rule. */
export function UnsavedPreferences() {
  const notify = useNotify()
  useEffect(
    () => onUnsavedPreference((sentence) => notify(sentence, { type: 'warning', autoHideDuration: 12_000 })),
    [notify],
  )
  return null
}
