import { useEffect } from 'react'
import { type Control, type FieldValues, useWatch } from 'react-hook-form'
import { saveFormInput } from './form-storage.ts'

/** Saves the values of a form on every change. */
export function useSaveFormInput<Values extends FieldValues>(name: string, control: Control<Values>): void {
  const values = useWatch({ control })
  useEffect(() => saveFormInput(name, values), [name, values])
}
