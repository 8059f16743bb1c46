import type { Stripe } from '@stripe/stripe-js'
import { PaymentProblem } from './payment-problem.ts'
import { simulatorKey } from './simulated.ts'
import { text } from './text.ts'

/** The simulator's script, which has the same interface as Stripe.js. */
const standInScript = '/stripe-simulator/v3/stripe.js'

type StripeWindow = Window & { Stripe?: (key: string) => Stripe }

const loadStandIn = (key: string) =>
  new Promise<Stripe>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = standInScript
    script.onload = () => {
      const { Stripe: create } = window as StripeWindow
      if (create) resolve(create(key))
      else reject(new PaymentProblem(text.pay.noClientSecret))
    }
    script.onerror = () => {
      script.remove()
      reject(new PaymentProblem(text.pay.noClientSecret))
    }
    document.head.append(script)
  })

// Uses the pure build. The other build loads js.stripe.com on import, on any screen.
const loadStripeJs = async (key: string): Promise<Stripe> => {
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const stripe = await loadStripe(key).catch(() => null)
  if (!stripe) throw new PaymentProblem(text.pay.noClientSecret)
  return stripe
}

const loaded = new Map<string, Promise<Stripe>>()

/**
 * Loads Stripe.js for the confirmation's stripeKey, once and only on the payment step. A failed load can be retried.
 */
export function stripeFor(key: string): Promise<Stripe> {
  const known = loaded.get(key)
  if (known) return known
  const loading = key === simulatorKey ? loadStandIn(key) : loadStripeJs(key)
  loaded.set(key, loading)
  loading.catch(() => loaded.delete(key))
  return loading
}
