import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { TidelineEvent } from './generated/types.gen.ts'

export type { TidelineEvent }
export { WebhookVerificationError }

/** The request headers in the format of `fetch` or Node.js. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const plain = (headers: WebhookHeaders): Record<string, string> =>
  Object.fromEntries(
    (headers instanceof Headers ? [...headers] : Object.entries(headers)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), String(value)]],
    ),
  )

/**
 * Verifies a webhook request from Tideline and returns its event. `body` must be the raw request body, because the
 * signature covers its exact bytes. An event can arrive more than once; use its `id` to detect duplicates.
 *
 * @throws {WebhookVerificationError} if the signature is invalid or the timestamp is more than five minutes off
 */
export const verifyEvent = (secret: string, headers: WebhookHeaders, body: string): TidelineEvent =>
  new Webhook(secret).verify(body, plain(headers)) as TidelineEvent
