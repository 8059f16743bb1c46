import { TidelineConnectionError, TidelineError } from '@tideline/sdk'
import { getMessage } from '@tideline/web-kit/errors/api-errors.ts'

/** The words of the widget screens (AGY-4). */
export const text = {
  newTitle: 'New Registration',
  modifyTitle: 'Modify Registration',
  email: 'Please enter a valid email',
  phone: 'Please enter a valid phone number',
  website: 'Please enter a valid url',
  placeholder: 'Enter address here',
  button: 'Get a quote',
} as const

const unknown = 'An unknown error occurred'
const none = 'No Active Registration Found'

/** Why a widget call failed: the first entry of `Errors`, else that it is not known. */
export function getReason(error: unknown): string {
  if (error instanceof TidelineConnectionError) return getMessage(error)
  return (error instanceof TidelineError ? error.Errors[0] : undefined) ?? unknown
}

/** The reason that means that there is nothing to show, and no error. */
export const meansNone = (error: unknown) => getReason(error) === none

/** A failure in the specification's sentence. */
export const problemWith = (deed: 'fetch' | 'update' | 'remove') => (error: unknown) =>
  `Unable to ${deed} the widget registration - ${getReason(error)}`
