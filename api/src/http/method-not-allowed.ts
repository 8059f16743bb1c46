import { operations } from '../generated/operations.ts'
import { ApiError } from './api-error.ts'
import type { OperationEntry } from './operation.ts'

const routes = (Object.values(operations) as OperationEntry[]).map(({ route: { method, path } }) => ({
  method: method.toUpperCase(),
  isAt: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Returns the methods that a path supports. Returns an empty list if the path is unknown. */
const getAllowedMethods = (path: string): string[] => [
  ...new Set(routes.filter(({ isAt }) => isAt.test(path)).map(({ method }) => method)),
]

/**
 * Returns a 405 error with an `Allow` header if the contract contains the path but not the method. Returns undefined if
 * the path is unknown.
 */
export function findMethodError(method: string, path: string): ApiError | undefined {
  const taken = getAllowedMethods(path).sort()
  if (taken.length === 0) return undefined
  const message = `${method} is not allowed here; send ${taken.join(' or ')}.`
  return new ApiError({ code: 'method_not_allowed', message, headers: { Allow: taken.join(', ') } })
}
