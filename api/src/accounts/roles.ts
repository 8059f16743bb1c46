import { rejected } from '../http/api-error.ts'

/** Roles that are the house's own; an agent's account never carries one (ACC-2). */
const ofStaff: readonly string[] = ['superuser', 'commissionAdmin', 'internal']

/**
 * Whether an account may carry these roles: staff always have `internal`, agents none of the house's (ACC-3).
 *
 * @throws 422
 */
export function assertValidRoles(kind: 'agent' | 'staff', roles: readonly string[]): void {
  if (kind === 'staff' && !roles.includes('internal'))
    throw rejected(
      'unfitting_roles',
      'roles: staff accounts require the role internal; agent accounts require an agency number.',
      'roles',
    )
  const [strange] = kind === 'agent' ? roles.filter((role) => ofStaff.includes(role)) : []
  if (strange)
    throw rejected('unfitting_roles', `roles: ${strange} is for staff, and this is an agent's account.`, 'roles')
}
