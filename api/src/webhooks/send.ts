import { request as requestPlain } from 'node:http'
import { request as requestSafe } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { findUrlProblem, NonPublicAddressError, resolvePublicAddress } from './public-address.ts'

/** Maximum response time of an endpoint, in milliseconds. */
const timeoutMs = 10_000

export interface WebhookRequest {
  url: string
  /** Secrets that sign the event. The receiver accepts the signature of any secret that it has. */
  secrets: readonly string[]
  id: string
  body: string
  now: Date
  mayGoInside: boolean
}

/** Result of an attempt: the response status, or the reason why there is no response. */
export type DeliveryOutcome = { status: number } | { problem: string }

/** Returns the headers that Standard Webhooks requires, created with its library. */
function createSignedHeaders({ secrets, id, body, now }: Pick<WebhookRequest, 'secrets' | 'id' | 'body' | 'now'>) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

const toSentence = (problem: Error & { code?: string }): string => {
  if (problem instanceof NonPublicAddressError) return problem.message
  if (problem.name === 'TimeoutError' || problem.name === 'AbortError') return 'It did not respond within ten seconds.'
  const known: Record<string, string> = {
    ECONNREFUSED: 'The connection was refused.',
    ENOTFOUND: 'The host name does not exist.',
    EAI_AGAIN: 'The host name could not be resolved.',
    ECONNRESET: 'The connection was interrupted.',
  }
  return known[problem.code ?? ''] ?? `The request failed (${problem.code ?? problem.name}).`
}

/**
 * Makes one delivery attempt. Does not follow redirects and reads only the response status, so that the delivery log
 * cannot reveal other systems' content.
 */
export async function sendWebhook(sending: WebhookRequest): Promise<DeliveryOutcome> {
  const { url, body, mayGoInside } = sending
  const problem = findUrlProblem(url, mayGoInside)
  if (problem) return { problem: `The endpoint was not called: ${problem}` }
  const request = new URL(url).protocol === 'https:' ? requestSafe : requestPlain
  try {
    return await new Promise<DeliveryOutcome>((resolve, reject) => {
      const call = request(
        url,
        {
          method: 'POST',
          agent: false,
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            ...createSignedHeaders(sending),
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'User-Agent': 'Tideline-Webhooks/1.0',
          },
          ...(mayGoInside ? {} : { lookup: resolvePublicAddress }),
        },
        (response) => {
          resolve({ status: response.statusCode ?? 0 })
          response.destroy()
        },
      )
      call.on('error', reject)
      call.end(body)
    })
  } catch (thrown) {
    return { problem: toSentence(thrown as Error) }
  }
}

/** Returns whether the receiver accepted the event. */
export const isDeliveryAccepted = (outcome: DeliveryOutcome): boolean =>
  'status' in outcome && outcome.status >= 200 && outcome.status < 300
