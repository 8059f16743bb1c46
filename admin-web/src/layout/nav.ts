import { type Area, roleMay } from '../roles.ts'

export interface NavEntry {
  label: string
  /** Within the back office, but for the profile, which is the portal's. */
  to: string
  area: Area | undefined
}

/** The side navigation in its order (spec 3 §2). */
const entries: readonly NavEntry[] = [
  { label: 'Policies', to: '/policies', area: 'policies' },
  { label: 'Commissions', to: '/commissions', area: 'commissions' },
  { label: 'Commission Overrides', to: '/overrides', area: 'overrides' },
  { label: 'Moratoriums', to: '/moratoriums', area: 'moratoriums' },
  { label: 'Billing: Payments', to: '/billing/payments', area: 'payments' },
  { label: 'Lockbox Adjustments', to: '/lockbox-reprocessing', area: 'lockbox' },
  { label: 'Profile', to: '/profile', area: undefined },
]

/** What a user with these roles may open. */
export const navOf = (roles: readonly string[]): NavEntry[] =>
  entries.filter(({ area }) => area === undefined || roleMay(roles, area))
