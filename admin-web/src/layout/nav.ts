import { mayOpen } from '../resource.ts'
import { resources } from '../resources.ts'

export interface NavEntry {
  label: string
  /** Within the back office, but for the profile, which is the portal's. */
  to: string
}

/** What a user with these roles may open, in the order of the side navigation (spec 3 §2). */
export const navOf = (roles: readonly string[]): NavEntry[] => [
  ...resources.filter((resource) => mayOpen(roles, resource)).map(({ label, name }) => ({ label, to: `/${name}` })),
  { label: 'Profile', to: '/profile' },
]
