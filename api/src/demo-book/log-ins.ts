export const demoPassword = 'Tideline-Demo-1'

/** The agents of the demo book with their agencies. They have no roles. */
export const demoAgents = [
  { email: 'agent@example.com', agencyNo: '100100', firstName: 'Alex' },
  { email: 'agent.lighthouse@example.com', agencyNo: '100110', firstName: 'Lee' },
  { email: 'agent.prairie@example.com', agencyNo: '100200', firstName: 'Pat' },
] as const

/** The staff of the demo book. All of them also have the role `internal`. */
export const demoStaff = [
  { name: 'superuser', roles: ['superuser'] },
  { name: 'finance', roles: ['financeadmin'] },
  { name: 'commission', roles: ['commissionAdmin'] },
  { name: 'internal', roles: [] },
  { name: 'readonly', roles: ['readonly'] },
  // This account can access the whole back office. The others show the permissions of a single role.
  { name: 'admin', roles: ['superuser', 'financeadmin', 'commissionAdmin'] },
] as const

/** Permissions of each role, in addition to viewing every policy (ACC-2). */
export const rolePermissions = {
  superuser: 'list of policies, moratoria, accounts, settings and audit',
  financeadmin: 'billing, lockbox, commissions and an agency’s overrides',
  commissionAdmin: 'list of commission overrides',
  internal: 'policy service, claims, agencies and imports',
  readonly: 'read-only access',
} as const

type StaffRole = keyof typeof rolePermissions

/** Describes the permissions of staff with these roles. */
function describePermissions(roles: readonly StaffRole[]): string {
  if (roles.includes('readonly')) return `staff: ${rolePermissions.readonly}`
  return `staff: ${[...roles, 'internal' as const].map((role) => rolePermissions[role]).join('; ')}`
}

/** Returns each demo log-in with its permissions. The banner of `pnpm start` and docs/demo-book.md show them. */
export const getDemoLogIns = (): [email: string, may: string][] => [
  ...demoAgents.map(({ email, agencyNo }): [string, string] => [email, `agent of agency ${agencyNo}`]),
  ...demoStaff.map(({ name, roles }): [string, string] => [`${name}@example.com`, describePermissions(roles)]),
]
