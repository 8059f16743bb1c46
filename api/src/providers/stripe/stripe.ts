import Stripe from 'stripe'

export interface StripeOptions {
  secretKey: string
  /** Another place that speaks Stripe's API, with its path: `http://127.0.0.1:4600/stripe-simulator`. Stripe itself if not given. */
  url?: string
  /** How requests get there; the network if not given. */
  fetch?: (request: Request) => Promise<Response> | Response
}

const NETWORK_RETRIES = 2

/** The SDK always asks for `https://api.stripe.com/v1/…`; this sends it elsewhere, path included, which its own options cannot. */
const elsewhere =
  (url: string, send: NonNullable<StripeOptions['fetch']>): typeof fetch =>
  async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input)
    return send(new Request(`${url.replace(/\/$/, '')}${asked.pathname}${asked.search}`, init))
  }

/**
 * Stripe's own client.
 *
 * @example createStripe({ secretKey: 'sk_live_…' })                        // Stripe
 * @example createStripe({ secretKey, url: 'http://simulator', fetch: app.fetch }) // the simulator in this process
 */
export function createStripe({ secretKey, url, fetch: send = fetch }: StripeOptions): Stripe {
  return new Stripe(secretKey, {
    appInfo: { name: 'Tideline' },
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    ...(url && { httpClient: Stripe.createFetchHttpClient(elsewhere(url, send)) }),
  })
}
