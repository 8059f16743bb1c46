import { createUnprocessableError } from '../http/api-error.ts'

/** Roles for staff only. An agent account cannot have them (ACC-2). */
const staffRoles: readonly string[] = ['superuser', 'commissionAdmin', 'internal']

/**
 * Checks the roles of an account: staff must have `internal`, and agents cannot have staff roles (ACC-3).
 *
 * @throws 422
 */
export function assertValidRoles(kind: 'agent' | 'staff', roles: readonly string[]): void {
  if (kind === 'staff' && !roles.includes('internal'))
    throw createUnprocessableError(
      'roles_not_allowed',
      'roles: staff accounts require the role internal; agent accounts require an agency number.',
      'roles',
    )
  const [strange] = kind === 'agent' ? roles.filter((role) => staffRoles.includes(role)) : []
  if (strange)
    throw createUnprocessableError(
      'roles_not_allowed',
      `roles: ${strange} is for staff, and this is an agent's account.`,
      'roles',
    )
}
