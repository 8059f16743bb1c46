import { TidelineConnectionError, TidelineError } from '@tideline/sdk'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'

/** The text of the widget screens (AGY-4). */
export const widgetText = {
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

/** Returns why a widget request failed: the first entry of `Errors`, or a default message. */
export function getErrorReason(error: unknown): string {
  if (error instanceof TidelineConnectionError) return getErrorMessage(error)
  return (error instanceof TidelineError ? error.Errors[0] : undefined) ?? unknown
}

/** Checks whether an error means that the agency has no registrations. */
export const isNoRegistrationError = (error: unknown) => getErrorReason(error) === none

/** Returns a function that formats the error message as specified. */
export const getRegistrationError = (action: 'fetch' | 'update' | 'remove') => (error: unknown) =>
  `Unable to ${action} the widget registration - ${getErrorReason(error)}`
