import { useEffect } from 'react'
import { type Control, type FieldValues, useWatch } from 'react-hook-form'
import { saveTyped } from './typed.ts'

/** Keeps the values of a form as they are typed. */
export function useKeepTyped<Values extends FieldValues>(name: string, control: Control<Values>): void {
  const values = useWatch({ control })
  useEffect(() => saveTyped(name, values), [name, values])
}
