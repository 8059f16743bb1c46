import { createHmac } from 'node:crypto'

/** Stripe's signature header: the time in seconds and an HMAC-SHA256 of `time.payload`. */
export const getSignature = (payload: string, secret: string, seconds: number) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`

export interface WebhookTarget {
  /** Where events are posted, `http://…/api/v1/stripe/webhook`. */
  url: string
  /** `whsec_…`, known to both sides. */
  secret: string
  /** How they get there; the network if not given. */
  fetch?: (request: Request) => Promise<Response> | Response
}

const PATIENCE_MS = 20_000

/** Posts one event, signed at the world's moment, which its receiver compares. True when the receiver answered 2xx. */
export async function post(target: WebhookTarget, event: object): Promise<boolean> {
  const payload = JSON.stringify(event)
  const request = new Request(target.url, {
    method: 'POST',
    body: payload,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': getSignature(payload, target.secret, Math.floor(Date.now() / 1000)),
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  try {
    const response = await (target.fetch ?? fetch)(request)
    await response.body?.cancel()
    return response.ok
  } catch {
    // Unreachable or too slow: the caller tries again later, as after an error answer.
    return false
  }
}
