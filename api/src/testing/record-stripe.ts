import type Stripe from 'stripe'

/** A Stripe call, for example `paymentIntents.create`, with its arguments. */
export interface StripeCall {
  name: string
  args: unknown[]
}

const isResource = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && '_stripe' in value

/** Wraps a Stripe client so that every call is recorded before it is sent. */
export function recordStripeCalls(client: Stripe): { client: Stripe; calls: StripeCall[] } {
  const calls: StripeCall[] = []
  const recorded = (resource: Record<string, unknown>, name: string) =>
    new Proxy(resource, {
      get: (target, method) => {
        const own = Reflect.get(target, method)
        if (typeof own !== 'function' || typeof method !== 'string' || method.startsWith('_')) return own
        return (...args: unknown[]) => {
          calls.push({ name: `${name}.${method}`, args })
          return own.apply(target, args)
        }
      },
    })
  const proxy = new Proxy(client, {
    get: (target, name) => {
      const own = Reflect.get(target, name)
      return isResource(own) && typeof name === 'string' ? recorded(own, name) : own
    },
  })
  return { client: proxy, calls }
}
