import { request as requestPlain } from 'node:http'
import { request as requestSafe } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { NotPublic, problemWith, resolvePublic } from './public-address.ts'

/** How long an address may take to say that it has it. */
const patienceMs = 10_000

export interface Sending {
  url: string
  /** Each signs; the receiver takes any that it knows. */
  secrets: readonly string[]
  id: string
  body: string
  now: Date
  mayGoInside: boolean
}

/** What became of one attempt: the status, or why there is none, in words. */
export type Outcome = { status: number } | { problem: string }

/** The headers of Standard Webhooks, by its own library. */
export function signedHeaders({ secrets, id, body, now }: Pick<Sending, 'secrets' | 'id' | 'body' | 'now'>) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

const toSentence = (problem: Error & { code?: string }): string => {
  if (problem instanceof NotPublic) return problem.message
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
 * Makes one attempt. Redirects are not followed, and nothing of the answer is read but its status: what lies behind an address is none of
 * ours, and a log that showed it would be a window into it.
 */
export async function send(sending: Sending): Promise<Outcome> {
  const { url, body, mayGoInside } = sending
  const problem = problemWith(url, mayGoInside)
  if (problem) return { problem: `The endpoint is not called: ${problem}` }
  const request = new URL(url).protocol === 'https:' ? requestSafe : requestPlain
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      const call = request(
        url,
        {
          method: 'POST',
          agent: false,
          signal: AbortSignal.timeout(patienceMs),
          headers: {
            ...signedHeaders(sending),
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'User-Agent': 'Tideline-Webhooks/1.0',
          },
          ...(mayGoInside ? {} : { lookup: resolvePublic }),
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

/** Whether the other side has it. */
export const isAccepted = (outcome: Outcome): boolean =>
  'status' in outcome && outcome.status >= 200 && outcome.status < 300
