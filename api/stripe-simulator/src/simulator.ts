import { Hono } from 'hono'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { createApi } from './api.ts'
import { createSchema, getOrCreateSharedSecret } from './store.ts'
import { serveStripeScript } from './stripe-script.ts'
import type { WebhookTarget } from './webhook.ts'
import { createWorker } from './worker.ts'

export const PUBLISHABLE_KEY = 'pk_test_simulator'

export interface SimulatorOptions {
  pool: Pool
  /** Webhook endpoint that receives events, signed with the simulator's own `webhookSecret`. */
  webhook: Omit<WebhookTarget, 'secret'>
  /** Time until a bank debit settles, in milliseconds. `settle` does not wait. */
  settleAfterMs?: number
  now?: () => Date
  log?: Pick<Logger, 'warn'> | undefined
}

export type Simulator = Awaited<ReturnType<typeof createSimulator>>

/**
 * Creates a replacement for Stripe, used if no Stripe key is configured. It has Stripe's HTTP API, test numbers,
 * webhooks and `window.Stripe`, and stores its data in PostgreSQL. The same code then runs end to end without a
 * network.
 */
export async function createSimulator({
  pool,
  webhook,
  settleAfterMs = 3000,
  now = () => new Date(),
  log,
}: SimulatorOptions) {
  await createSchema(pool)
  const secretKey = await getOrCreateSharedSecret(pool, 'secret', 'sk_test_')
  const webhookSecret = await getOrCreateSharedSecret(pool, 'webhook', 'whsec_')
  const settings = { settleAfterMs, now }
  const worker = createWorker({ pool, settings, webhook: { ...webhook, secret: webhookSecret }, log })
  const app = new Hono()
  app.get('/v3/stripe.js', serveStripeScript)
  app.route('/', createApi({ pool, settings, secretKey, publishableKey: PUBLISHABLE_KEY, onWork: worker.nudge }))
  return { app, secretKey, webhookSecret, publishableKey: PUBLISHABLE_KEY, ...worker }
}
