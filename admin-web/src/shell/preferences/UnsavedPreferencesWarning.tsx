import { useEffect } from 'react'
import { useNotify } from 'react-admin'
import { subscribeToUnsavedPreferences } from './unsaved-preferences.ts'

/** A warning that a filter, column or theme choice cannot be saved with the account. States the violated rule. */
export function UnsavedPreferencesWarning() {
  const notify = useNotify()
  useEffect(
    () => subscribeToUnsavedPreferences((sentence) => notify(sentence, { type: 'warning', autoHideDuration: 12_000 })),
    [notify],
  )
  return null
}
