import type { Actor } from './context.ts'
import type { Access } from './operation.ts'
import { forbidden, unauthorized } from './refusal.ts'

/**
 * Enforces an operation's `x-access`: audience, role, and that read-only users do not act. Ownership is the area's own
 * question, asked where the row is read (decisions 15 and 69). Throws 401 or 403.
 */
export function requireAccess(actor: Actor, access: Access): void {
  if (access.who.includes('anyone') || access.who.includes('webhook')) return
  if (actor.kind === 'anonymous') throw unauthorized()
  if (!access.who.includes(actor.kind)) throw forbidden()
  const roles = 'roles' in actor ? actor.roles : new Set<string>()
  // Asked of whoever may call at all, agents too (decision 88). Compared as written (decision 9).
  if (access.roles?.length && !access.roles.some((role) => roles.has(role))) throw forbidden()
  if (actor.kind === 'agent' && !actor.isApproved && access.owns !== 'self' && !access.beforeApproval)
    throw forbidden('Your agency is registered but not approved yet.')
  if (access.readonly === false && roles.has('readonly'))
    throw forbidden('Read-only users may look at this but not change it.')
}
