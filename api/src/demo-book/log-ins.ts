/** The one password of all demo log-ins. */
export const demoPassword = 'Tideline-Demo-1'

/** Agents of the demo book by their agency; they have no roles. */
export const demoAgents = [
  { email: 'agent@example.com', agencyNo: '100100', firstName: 'Alex' },
  { email: 'agent.lighthouse@example.com', agencyNo: '100110', firstName: 'Lee' },
  { email: 'agent.prairie@example.com', agencyNo: '100200', firstName: 'Pat' },
] as const

/** Staff of the demo book; each has the role `internal`, too. */
export const demoStaff = [
  { name: 'superuser', roles: ['superuser'] },
  { name: 'finance', roles: ['financeadmin'] },
  { name: 'commission', roles: ['commissionAdmin'] },
  { name: 'internal', roles: [] },
  { name: 'readonly', roles: ['readonly'] },
  // Who looks around sees the whole back office with it; the others show what one role opens.
  { name: 'admin', roles: ['superuser', 'financeadmin', 'commissionAdmin'] },
] as const

/** What a role opens beyond looking at every policy (ACC-2). */
export const opens = {
  superuser: 'list of policies, moratoria, accounts, settings and audit',
  financeadmin: 'billing, lockbox, commissions and an agency’s overrides',
  commissionAdmin: 'list of commission overrides',
  internal: 'policy service, claims, agencies and imports',
  readonly: 'looks only',
} as const

type StaffRole = keyof typeof opens

/** What staff with these roles may do, in words. */
function staffMay(roles: readonly StaffRole[]): string {
  if (roles.includes('readonly')) return `staff: ${opens.readonly}`
  return `staff: ${[...roles, 'internal' as const].map((role) => opens[role]).join('; ')}`
}

/** Each demo log-in with what it may do: for the banner of `pnpm start` and for docs/demo-book.md. */
export const demoLogIns = (): [email: string, may: string][] => [
  ...demoAgents.map(({ email, agencyNo }): [string, string] => [email, `agent of agency ${agencyNo}`]),
  ...demoStaff.map(({ name, roles }): [string, string] => [`${name}@example.com`, staffMay(roles)]),
]
