import { useEffect } from 'react'
import { useNotify } from 'react-admin'
import { subscribeToUnsavedPreferences } from './unsaved-preferences.ts'

/**
 * Shows a warning when a filter, column or theme choice cannot be saved with the account. The warning states the rule
 * that the choice violates.
 */
export function UnsavedPreferencesWarning() {
  const notify = useNotify()
  useEffect(
    () => subscribeToUnsavedPreferences((sentence) => notify(sentence, { type: 'warning', autoHideDuration: 12_000 })),
    [notify],
  )
  return null
}
