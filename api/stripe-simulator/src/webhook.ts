import { createHmac } from 'node:crypto'

/** Returns Stripe's signature header: the time in seconds and an HMAC-SHA256 of `time.payload`. */
const createSignatureHeader = (payload: string, secret: string, seconds: number) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`

export interface WebhookTarget {
  /** URL that receives events: `http://…/api/v1/stripe/webhook`. */
  url: string
  /** Shared secret: `whsec_…`. */
  secret: string
  /** Function that sends the request. Defaults to the network. */
  fetch?: (request: Request) => Promise<Response> | Response
}

const TIMEOUT_MS = 20_000

/**
 * Posts a signed event. Returns whether the response is 2xx. The signature contains the real time, since the receiver
 * compares it with its own clock.
 */
export async function postEvent(target: WebhookTarget, event: object): Promise<boolean> {
  const payload = JSON.stringify(event)
  const request = new Request(target.url, {
    method: 'POST',
    body: payload,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': createSignatureHeader(payload, target.secret, Math.floor(Date.now() / 1000)),
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  try {
    const response = await (target.fetch ?? fetch)(request)
    await response.body?.cancel()
    return response.ok
  } catch {
    // The receiver is unreachable or too slow. The caller retries later, as after an error response.
    return false
  }
}
