import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ResourceProps } from 'react-admin'
import { staffAccess } from '../generated/staff-access.ts'

/** An operation that reads data and requires a role. */
export type StaffOperation = keyof typeof staffAccess

/** The groups of the side navigation, in order. The order of the entries is specified (ACC-13). */
export const navigationGroups = [
  'Policies',
  'Commissions',
  'Operations',
  'Money',
  'Agencies',
  'Administration',
] as const
export type NavigationGroup = (typeof navigationGroups)[number]

/** A back-office resource. Each folder exports its resource from `index.ts` (see shell/resources.ts). */
export interface BackOfficeResource extends ResourceProps {
  /** The path in the back office, which is react-admin's resource name. */
  name: string
  /** The API collection, `/api/admin/{collection}`, when its name differs from `name`. */
  collection?: string
  /** The position in the side navigation (ACC-13). */
  position: number
  /** The operation that loads the list. Users who can call it can open the list (ACC-2, UI-20). */
  operation: StaffOperation
  /** The operation that loads a single page. Users who can call it can open pages by URL without the list (ACC-13). */
  pagesOperation?: StaffOperation
  /** The label in the side navigation (ACC-13). */
  label: string
  group: NavigationGroup
  icon: LucideIcon
  /** The component that previews the current record when the user presses Space. Defaults to the show page. */
  preview?: ComponentType
}

/** Returns whether a user with these roles can call the operation. The comparison is case-sensitive. */
export const canCall = (roles: readonly string[], operation: StaffOperation): boolean =>
  staffAccess[operation].some((role) => roles.includes(role))

/**
 * Returns whether a user with these roles can open the list. Other lists are hidden. The server enforces the same rule.
 */
export const canOpenList = (roles: readonly string[], { operation }: Pick<BackOfficeResource, 'operation'>): boolean =>
  canCall(roles, operation)

/** Returns whether a user with these roles can open the resource's pages by URL. */
export const canOpenListPages = (
  roles: readonly string[],
  { pagesOperation }: Pick<BackOfficeResource, 'pagesOperation'>,
): boolean => pagesOperation !== undefined && canCall(roles, pagesOperation)
