import { type LucideIcon, UserRound } from 'lucide-react'
import { canOpen, type Group, groups } from '../resource.ts'
import { resources } from '../resources.ts'

export interface NavEntry {
  label: string
  /** Within the back office, but for the profile, which is the portal's. */
  to: string
  icon: LucideIcon
  /** What it is gathered under; the profile stands alone. */
  group?: Group
}

/** What a user with these roles may open, in the order of the side navigation (ACC-13). */
export const getNavigation = (roles: readonly string[]): NavEntry[] => [
  ...resources
    .filter((resource) => canOpen(roles, resource))
    .map(({ label, name, icon, group }) => ({ label, to: `/${name}`, icon, group })),
  { label: 'Profile', to: '/profile', icon: UserRound },
]

/** The entries by their groups, in order; a group that the roles open nothing of is not there. */
export const navGroups = (roles: readonly string[]) => {
  const entries = getNavigation(roles)
  return [...groups, undefined]
    .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
    .filter(({ entries }) => entries.length > 0)
}
