import { ApiError, createForbiddenError, createUnauthorizedError } from './api-error.ts'
import { type Actor, getActorApiKey } from './context.ts'
import type { OperationAccess } from './operation.ts'

const missingScope = (message: string) => new ApiError({ code: 'missing_scope', message })

/** Returns whether the actor's kind and roles match the operation's `x-access`. Roles are case-sensitive (ACC-2). */
const matchesAccess = (actor: Actor, { who, roles }: OperationAccess): boolean =>
  who.includes(actor.kind) && (!roles?.length || ('roles' in actor && roles.some((role) => actor.roles.has(role))))

/** Returns whether an actor may call an operation. Whether the actor may access the data is checked separately. */
export const canCallOperation = (actor: Actor, access: OperationAccess): boolean =>
  matchesAccess(actor, access) && !(access.readonly === false && 'roles' in actor && actor.roles.has('readonly'))

/**
 * Checks that the actor may call an operation: the kind of actor, the role, read-only access and, for an API key, the
 * operation's `scope`. Whether the actor may access the data is checked later, where the row is read (ACC-1, ACC-4).
 * Throws 401 or 403.
 */
export function assertCanCallOperation(actor: Actor, access: OperationAccess, scope?: string): void {
  if (access.who.includes('anyone') || access.who.includes('webhook')) return
  if (actor.kind === 'anonymous') throw createUnauthorizedError()
  // Roles apply to all kinds of actors, including agents (ACC-2).
  if (!matchesAccess(actor, access)) throw createForbiddenError()
  const key = getActorApiKey(actor)
  if (key && !scope) throw missingScope('API keys cannot make this request. A person must log in.')
  if (key && !key.scopes.has(scope ?? '')) throw missingScope(`This key lacks the scope ${scope}.`)
  if (actor.kind === 'agent' && !actor.isApproved && access.owns !== 'self' && !access.beforeApproval)
    throw createForbiddenError('Your agency is registered but not approved yet.')
  if (!canCallOperation(actor, access)) throw createForbiddenError('You have read-only access.')
}
