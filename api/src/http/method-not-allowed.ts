import { operations } from '../generated/operations.ts'
import { ApiError } from './api-error.ts'
import type { OperationEntry } from './operation.ts'

const routes = (Object.values(operations) as OperationEntry[]).map(({ route: { method, path } }) => ({
  method: method.toUpperCase(),
  isAt: new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The methods that an address takes; none for an address that is not there. */
const methodsAt = (path: string): string[] => [
  ...new Set(routes.filter(({ isAt }) => isAt.test(path)).map(({ method }) => method)),
]

/** 405 with `Allow`, for an address of the contract that does not take this method; undefined for an address that is not there. */
export function methodNotAllowed(method: string, path: string): ApiError | undefined {
  const taken = methodsAt(path).sort()
  if (taken.length === 0) return undefined
  const message = `${method} is not allowed here; send ${taken.join(' or ')}.`
  return new ApiError({ code: 'method_not_allowed', message, headers: { Allow: taken.join(', ') } })
}
