import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ResourceProps } from 'react-admin'

type Role = 'superuser' | 'financeadmin' | 'commissionAdmin' | 'internal'

/** What the side navigation's entries are gathered under, from the top. The order of the entries is the specification's (ACC-13). */
export const groups = ['Policies', 'Commissions', 'Operations', 'Money', 'Agencies', 'Administration'] as const
export type Group = (typeof groups)[number]

/** A list of the back office. Its folder's `index.ts` says all of this, and is found by being there. */
export interface BackOfficeResource extends ResourceProps {
  /** Its address within the back office; react-admin's name for it. */
  name: string
  /** The API's collection behind it, `/api/admin/{collection}`, where it has another name. */
  collection?: string
  /** Which entry of the side navigation it is, from the top (ACC-13). */
  place: number
  /** The role that opens it (ACC-2); compared as written (ACC-2). */
  role: Role
  /** Who opens its pages by their address and not the list (ACC-13); absent: nobody else. */
  pagesFor?: Role
  /** What the side navigation calls it (ACC-13). */
  label: string
  group: Group
  icon: LucideIcon
  /** What Space shows of a row beside the list, of the record in context; absent: its show page. */
  peek?: ComponentType
}

/** Whether somebody with these roles may open it. What they may not see is not there; the server refuses it all the same. */
export const canOpen = (roles: readonly string[], { role }: Pick<BackOfficeResource, 'role'>): boolean =>
  roles.includes(role)

/** Whether they may open a page of it by its address, though not its list. */
export const canOpenPages = (roles: readonly string[], { pagesFor }: Pick<BackOfficeResource, 'pagesFor'>): boolean =>
  pagesFor !== undefined && roles.includes(pagesFor)
