import { useEffect } from 'react'
import { type Control, type FieldValues, useWatch } from 'react-hook-form'
import { saveTyped } from './typed.ts'

/** Saves the values of a form on every change. */
export function useKeepTyped<Values extends FieldValues>(name: string, control: Control<Values>): void {
  const values = useWatch({ control })
  useEffect(() => saveTyped(name, values), [name, values])
}
