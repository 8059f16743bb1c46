import { ApiError, forbidden, unauthorized } from './api-error.ts'
import { type Actor, getKey } from './context.ts'
import type { Access } from './operation.ts'

const missingScope = (message: string) => new ApiError({ code: 'missing_scope', message })

/** Whether somebody's kind and roles are those of an operation's callers. Roles are compared as written (ACC-2). */
const fits = (actor: Actor, { who, roles }: Access): boolean =>
  who.includes(actor.kind) && (!roles?.length || ('roles' in actor && roles.some((role) => actor.roles.has(role))))

/** Whether somebody could make a call at all, as what they are; what they own is another question. */
export const couldCall = (actor: Actor, access: Access): boolean =>
  fits(actor, access) && !(access.readonly === false && 'roles' in actor && actor.roles.has('readonly'))

/**
 * Enforces an operation's `x-access`: audience, role, and that read-only users do not act. Ownership is the area's own
 * question, asked where the row is read (ACC-1, ACC-4). A program's key needs the operation's `scope` besides, and opens
 * nothing that has none. Throws 401 or 403.
 */
export function requireAccess(actor: Actor, access: Access, scope?: string): void {
  if (access.who.includes('anyone') || access.who.includes('webhook')) return
  if (actor.kind === 'anonymous') throw unauthorized()
  // Roles are asked of whoever may call at all, agents too (ACC-2).
  if (!fits(actor, access)) throw forbidden()
  const key = getKey(actor)
  if (key && !scope) throw missingScope('API keys cannot make this request. A person must log in.')
  if (key && !key.scopes.has(scope ?? '')) throw missingScope(`This key lacks the scope ${scope}.`)
  if (actor.kind === 'agent' && !actor.isApproved && access.owns !== 'self' && !access.beforeApproval)
    throw forbidden('Your agency is registered but not approved yet.')
  if (!couldCall(actor, access)) throw forbidden('You have read-only access.')
}
