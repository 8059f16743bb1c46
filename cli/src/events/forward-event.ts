import { createHmac, randomBytes } from 'node:crypto'
import type { TidelineEvent } from '@tideline/sdk/types'

/** Maximum response time of a receiver in milliseconds, as for real deliveries. */
const timeoutMs = 10_000

/** Result of a forwarded event: the response status, or the reason why there is no response. */
export type ForwardOutcome = { status: number } | { problem: string }

/** Generates a webhook secret in the format of Standard Webhooks: 32 random bytes. */
export const generateWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Returns whether a text is a webhook secret. */
export const isWebhookSecret = (text: string): boolean => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)

/** Returns the headers of a real delivery: the event ID, the time, and the signature of Standard Webhooks. */
function createSignedHeaders(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** Sends an event to a receiver, signed like a real delivery. Does not follow redirects. */
export async function forwardEvent(
  url: string,
  secret: string,
  event: TidelineEvent,
  signal: AbortSignal,
): Promise<ForwardOutcome> {
  const body = JSON.stringify(event)
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { ...createSignedHeaders(secret, event.id, body), 'Content-Type': 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    return { status: response.status }
  } catch (problem) {
    const { name, message, cause } = problem as Error & { cause?: { code?: string } }
    if (name === 'TimeoutError') return { problem: 'no response within ten seconds' }
    return { problem: cause?.code ?? message }
  }
}
