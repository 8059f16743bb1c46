import { type LucideIcon, UserRound } from 'lucide-react'
import { canOpenList, type NavigationGroup, navigationGroups } from '../kit/resource.ts'
import { resources } from './resources.ts'

export interface NavEntry {
  label: string
  /** A path in the back office or, for the profile page, in the portal. */
  to: string
  icon: LucideIcon
  /** The group of the entry. The profile page has no group. */
  group?: NavigationGroup
}

/** Returns the navigation entries that the roles can open, in the specified order (ACC-13). */
export const getNavigation = (roles: readonly string[]): NavEntry[] => [
  ...resources
    .filter((resource) => canOpenList(roles, resource))
    .map(({ label, name, icon, group }) => ({ label, to: `/${name}`, icon, group })),
  { label: 'Profile', to: '/profile', icon: UserRound },
]

/** Returns the navigation entries by group, in order. Leaves out groups without entries. */
export const getNavigationGroups = (roles: readonly string[]) => {
  const entries = getNavigation(roles)
  return [...navigationGroups, undefined]
    .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
    .filter(({ entries }) => entries.length > 0)
}
