import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ResourceProps } from 'react-admin'

type Role = 'superuser' | 'financeadmin' | 'commissionAdmin' | 'internal'

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

/** A list of the back office. Each folder registers one by exporting it from its `index.ts` (resources.ts). */
export interface BackOfficeResource extends ResourceProps {
  /** The path in the back office, which is react-admin's resource name. */
  name: string
  /** The API collection, `/api/admin/{collection}`, when its name differs from `name`. */
  collection?: string
  /** The position in the side navigation (ACC-13). */
  position: number
  /** The role that can open the list (ACC-2). The comparison is case-sensitive. */
  role: Role
  /** A role that can open the pages by URL but not the list (ACC-13). Undefined when there is none. */
  pagesRole?: Role
  /** The label in the side navigation (ACC-13). */
  label: string
  group: NavigationGroup
  icon: LucideIcon
  /** The preview of the record in context, opened with Space. Defaults to the show page. */
  preview?: ComponentType
}

/**
 * Checks whether a user with these roles can open the list. Other lists are hidden, and the server enforces the same
 * rule.
 */
export const canOpenList = (roles: readonly string[], { role }: Pick<BackOfficeResource, 'role'>): boolean =>
  roles.includes(role)

/** Checks whether a user with these roles can open the list's pages by URL, even without access to the list. */
export const canOpenListPages = (
  roles: readonly string[],
  { pagesRole }: Pick<BackOfficeResource, 'pagesRole'>,
): boolean => pagesRole !== undefined && roles.includes(pagesRole)
