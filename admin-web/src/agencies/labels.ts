import type { AgencyDetailInfo } from '@tideline/sdk'
import { TidelineError } from '@tideline/sdk'
import { agencyStatuses, agencyTypes } from '@tideline/sdk/words'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'

export type AgencyStatus = AgencyDetailInfo['status']

export const getAgencyStatusName = (status: AgencyStatus) =>
  agencyStatuses.find(({ id }) => id === status)?.name ?? status
export const getAgencyTypeName = (type: string) => agencyTypes.find(({ id }) => id === type)?.name ?? type

/** Describes what each agency status allows and restricts (AGY-1). The server enforces the same rules. */
export const statusDescriptions: Record<AgencyStatus, string> = {
  A: 'Active: can write new business, service policies and earn commission.',
  P: 'Being registered: its users can only complete the registration. No commission.',
  I: 'Inactive: no new business. Renewals, service and commission continue.',
  T: 'Terminated: its users can only view past records. Earned commission remains; no new commission.',
}

const dayMs = 86_400_000
/** Number of days before expiration when the warning first appears. */
const noticeDays = 60

/**
 * Returns `expired`, or the number of days left if there are at most 60. Returns undefined if the date is later or
 * unknown.
 */
export function getExpirationWarning(
  expiration: string | null | undefined,
  today: string,
): 'expired' | number | undefined {
  if (!expiration) return undefined
  const days = Math.round((Date.parse(expiration) - Date.parse(today)) / dayMs)
  if (days < 0) return 'expired'
  return days <= noticeDays ? days : undefined
}

/** Returns the error message for an agency that could not be loaded. Contains all errors in the response. */
export const getLoadErrorMessage = (error: unknown): string =>
  error instanceof TidelineError && error.errors.length > 0
    ? error.errors.map(({ message }) => message).join(' ')
    : getErrorMessage(error)

const getFirstMessage = (payload: unknown): string | undefined => {
  const list = Array.isArray(payload) ? payload : ((payload as { errors?: unknown[] } | null | undefined)?.errors ?? [])
  const [first] = list as ({ message?: string } | string)[]
  return (typeof first === 'string' ? first : first?.message) || undefined
}

/**
 * Returns the error message for an agency that could not be saved: the first error in the response, or a general
 * message.
 */
export function getUpdateErrorMessage(error: unknown): string {
  if (!(error instanceof TidelineError)) return getErrorMessage(error)
  const { payload, rawBody: foreignBody, message, status } = error
  const text = foreignBody === undefined ? message : foreignBody
  return getFirstMessage(payload) ?? (text.trim() || `Server responded with a ${status} error.`)
}
