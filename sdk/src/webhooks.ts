import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { TidelineEvent } from './generated/types.gen.ts'

export type { TidelineEvent }
export { WebhookVerificationError }

/** The headers of a request, as fetch has them or as Node does. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const plain = (headers: WebhookHeaders): Record<string, string> =>
  Object.fromEntries(
    (headers instanceof Headers ? [...headers] : Object.entries(headers)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), String(value)]],
    ),
  )

/**
 * The event of a webhook, once it is certain that Tideline sent it, and not long ago. `body` is the request's body as it came, letter
 * for letter: what was parsed and printed again has another signature. The same event may come more than once; its `id` tells.
 *
 * @throws WebhookVerificationError for another signature, another secret, or a request that is older than five minutes
 */
export const verifyEvent = (secret: string, headers: WebhookHeaders, body: string): TidelineEvent =>
  new Webhook(secret).verify(body, plain(headers)) as TidelineEvent
