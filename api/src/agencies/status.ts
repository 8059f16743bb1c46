import type { Selectable } from 'kysely'
import type { Agency } from '../db/schema.ts'

/** A: active. P: pending approval. I: inactive. T: terminated. */
export type AgencyStatus = Selectable<Agency>['status']

/**
 * Permissions of an agency and its agents: to write new policies, service existing policies, read policies, or earn
 * commission on new transactions.
 */
export type AgencyPermission = 'newBusiness' | 'service' | 'read' | 'earn'

const deniedPermissions: Readonly<Record<AgencyStatus, readonly AgencyPermission[]>> = {
  A: [],
  P: ['newBusiness', 'service', 'read', 'earn'],
  I: ['newBusiness'],
  T: ['newBusiness', 'service', 'earn'],
}

/** Returns whether agencies with this status have the permission (AGY-1). */
export const isPermittedByAgencyStatus = (status: AgencyStatus, permission: AgencyPermission): boolean =>
  !deniedPermissions[status].includes(permission)

/** Returns the roles that apply under the agency's status. Adds `readonly` if the agency has only read access. */
export const getEffectiveRoles = (status: AgencyStatus | null, roles: readonly string[]): string[] => {
  const isReadOnly =
    status !== null && isPermittedByAgencyStatus(status, 'read') && !isPermittedByAgencyStatus(status, 'service')
  return isReadOnly ? [...new Set([...roles, 'readonly'])] : [...roles]
}
