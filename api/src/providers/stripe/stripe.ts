import Stripe from 'stripe'
import { createCircuitBreaker } from '../circuit-breaker.ts'

export interface StripeOptions {
  secretKey: string
  /**
   * Base URL of another implementation of Stripe's API, for example `http://127.0.0.1:4600/stripe-simulator`. Defaults
   * to Stripe.
   */
  url?: string
  /** Function that sends the requests. Defaults to the global `fetch` with a circuit breaker. */
  fetch?: (request: Request) => Promise<Response> | Response
  /** Time for each attempt, in milliseconds. */
  timeoutMs?: number
}

const NETWORK_RETRIES = 2
const TIMEOUT_MS = 20_000

/** Thrown inside the circuit breaker so that a 5xx response counts as a failure. */
class FailedResponse extends Error {
  readonly response: Response
  constructor(response: Response) {
    super(`Stripe returned ${response.status}.`)
    this.response = response
  }
}

/**
 * Returns a `fetch` that responds with 503 while calls are paused after repeated failures. Stripe's SDK does not retry
 * this response.
 */
function createGuardedFetch(): (request: Request) => Promise<Response> {
  const guard = createCircuitBreaker({ service: 'Stripe', isOutage: () => true })
  return async (request) => {
    try {
      return await guard(async () => {
        const response = await fetch(request)
        if (response.status >= 500) throw new FailedResponse(response)
        return response
      })
    } catch (error) {
      const { cause } = error as Error
      if (cause instanceof FailedResponse) return cause.response
      if (cause) throw cause
      return Response.json(
        { error: { type: 'api_error', message: (error as Error).message } },
        { status: 503, headers: { 'Stripe-Should-Retry': 'false' } },
      )
    }
  }
}

/**
 * Sends requests for `https://api.stripe.com/v1/…` to another base URL. The SDK's options do not support a base URL
 * with a path.
 */
const sendTo =
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
export function createStripe({
  secretKey,
  url = 'https://api.stripe.com',
  fetch: send = createGuardedFetch(),
  timeoutMs = TIMEOUT_MS,
}: StripeOptions): Stripe {
  return new Stripe(secretKey, {
    appInfo: { name: 'Tideline' },
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    timeout: timeoutMs,
    httpClient: Stripe.createFetchHttpClient(sendTo(url, send)),
  })
}
