import Stripe from 'stripe'

export interface StripeOptions {
  secretKey: string
  /**
   * Base URL of another implementation of Stripe's API, for example `http://127.0.0.1:4600/stripe-simulator`. Defaults
   * to Stripe.
   */
  url?: string
  /** Function that sends the requests. Defaults to the global `fetch`. */
  fetch?: (request: Request) => Promise<Response> | Response
}

const NETWORK_RETRIES = 2

/**
 * Sends requests for `https://api.stripe.com/v1/…` to another base URL. The SDK's options do not support a base URL
 * with a path.
 */
const redirectTo =
  (url: string, send: NonNullable<StripeOptions['fetch']>): typeof fetch =>
  async (input, init) => {
    const original = new URL(input instanceof Request ? input.url : input)
    return send(new Request(`${url.replace(/\/$/, '')}${original.pathname}${original.search}`, init))
  }

/**
 * Creates Stripe's SDK client.
 *
 * @example createStripe({ secretKey: 'sk_live_…' })                        // Stripe
 * @example createStripe({ secretKey, url: 'http://simulator', fetch: app.fetch }) // the simulator in this process
 */
export function createStripe({ secretKey, url, fetch: send = fetch }: StripeOptions): Stripe {
  return new Stripe(secretKey, {
    appInfo: { name: 'Tideline' },
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    ...(url && { httpClient: Stripe.createFetchHttpClient(redirectTo(url, send)) }),
  })
}
