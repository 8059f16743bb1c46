import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { TidelineEvent } from './generated/types.gen.ts'

export type { TidelineEvent }
export { WebhookVerificationError }

/** Request headers, in the format of fetch or Node.js. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const plain = (headers: WebhookHeaders): Record<string, string> =>
  Object.fromEntries(
    (headers instanceof Headers ? [...headers] : Object.entries(headers)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), String(value)]],
    ),
  )

/**
 * Verifies that Tideline sent a webhook request recently and returns its event. `body` must be the raw request body,
 * because a parsed and reserialized body has another signature. The same event can arrive more than once; use its `id`
 * to detect that.
 *
 * @throws WebhookVerificationError for an invalid signature, or a timestamp that is more than five minutes off
 */
export const verifyEvent = (secret: string, headers: WebhookHeaders, body: string): TidelineEvent =>
  new Webhook(secret).verify(body, plain(headers)) as TidelineEvent
