import { operations } from '../generated/operations.ts'
import { canCallOperation } from '../http/access.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import type { Actor } from '../http/context.ts'
import type { OperationEntry } from '../http/operation.ts'

/**
 * Checks that each scope allows at least one operation that the account can call.
 * @throws {ApiError} 422 with the first scope that the account cannot use
 */
export function assertValidScopes(actor: Actor, scopes: readonly string[]): void {
  const entries = Object.values(operations) as OperationEntry[]
  const empty = scopes.find(
    (scope) => !entries.some((entry) => entry.scope === scope && canCallOperation(actor, entry.access)),
  )
  if (empty) throw createUnprocessableError('key_not_allowed', `scopes: this account cannot use ${empty}.`, 'scopes')
}
