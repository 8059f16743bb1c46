import type { Stripe } from '@stripe/stripe-js'
import { PaymentError } from './payment-error.ts'
import { simulatorKey } from './simulated-payment.ts'
import { paymentText } from './text.ts'

/** Script of the simulator. It has the same interface as Stripe.js. */
const simulatorScript = '/stripe-simulator/v3/stripe.js'

type StripeWindow = Window & { Stripe?: (key: string) => Stripe }

const loadSimulator = (key: string) =>
  new Promise<Stripe>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = simulatorScript
    script.onload = () => {
      const { Stripe: create } = window as StripeWindow
      if (create) resolve(create(key))
      else reject(new PaymentError(paymentText.pay.noClientSecret))
    }
    script.onerror = () => {
      script.remove()
      reject(new PaymentError(paymentText.pay.noClientSecret))
    }
    document.head.append(script)
  })

// Uses the pure build of Stripe.js. The default build would load js.stripe.com on import, on every screen.
const loadStripeJs = async (key: string): Promise<Stripe> => {
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const stripe = await loadStripe(key).catch(() => null)
  if (!stripe) throw new PaymentError(paymentText.pay.noClientSecret)
  return stripe
}

const loaded = new Map<string, Promise<Stripe>>()

/** Loads Stripe.js once for the policy's Stripe key, only in the payment step. A failed load can be retried. */
export function loadStripeForKey(key: string): Promise<Stripe> {
  const known = loaded.get(key)
  if (known) return known
  const loading = key === simulatorKey ? loadSimulator(key) : loadStripeJs(key)
  loaded.set(key, loading)
  loading.catch(() => loaded.delete(key))
  return loading
}
