import type { Selectable } from 'kysely'
import type { Agency } from '../db/schema.ts'

/** A active, P registered but not yet approved, I inactive, T terminated. */
export type AgencyStatus = Selectable<Agency>['status']

/** What an agency or its people do: write new policies, look after those they have, look at them, earn commission on what is posted from now on. */
export type AgencyPermission = 'newBusiness' | 'service' | 'look' | 'earn'

const stopped: Readonly<Record<AgencyStatus, readonly AgencyPermission[]>> = {
  A: [],
  P: ['newBusiness', 'service', 'look', 'earn'],
  I: ['newBusiness'],
  T: ['newBusiness', 'service', 'earn'],
}

/** What the status of an agency leaves it (AGY-1). */
export const isAllowedForStatus = (status: AgencyStatus, deed: AgencyPermission): boolean =>
  !stopped[status].includes(deed)

/** The roles of somebody whose agency has this status: who may look but not act is read-only, whatever the account says. */
export const rolesUnder = (status: AgencyStatus | null, roles: readonly string[]): string[] => {
  const isLookingOnly = status !== null && isAllowedForStatus(status, 'look') && !isAllowedForStatus(status, 'service')
  return isLookingOnly ? [...new Set([...roles, 'readonly'])] : [...roles]
}
