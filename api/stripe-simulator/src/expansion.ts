import type { StripeObject } from './objects.ts'
import type { RequestContext } from './request-context.ts'
import { createInvalidRequestError } from './stripe-api-error.ts'

/** Replaces ids with the objects that they refer to, as in `expand: ['payment_method']`. */
export async function expandReferences(world: RequestContext, response: object, names: string[]): Promise<object> {
  const expanded: Record<string, unknown> = { ...response }
  for (const name of names) {
    const value = expanded[name]
    if (value === undefined)
      throw createInvalidRequestError(`This property cannot be expanded (${name}).`, { param: 'expand' })
    if (typeof value === 'string') expanded[name] = (await world.store.find<StripeObject>(value)) ?? value
  }
  return expanded
}
