import { Hono } from 'hono'
import type { Pool } from 'pg'
import { createApi } from './api.ts'
import { standIn } from './stand-in.ts'
import { createSchema } from './store.ts'
import type { WebhookTarget } from './webhook.ts'
import { createWorker } from './worker.ts'

export interface SimulatorOptions {
  pool: Pool
  /** Known to Tideline's server only. */
  secretKey: string
  publishableKey: string
  webhook: WebhookTarget
  /** Milliseconds until a bank answers a debit; `settle` does not wait for it. */
  settleAfterMs?: number
  now?: () => Date
}

export type Simulator = Awaited<ReturnType<typeof createSimulator>>

/**
 * Stands in for Stripe when there is no Stripe key: the same HTTP API, test numbers, webhooks and `window.Stripe`, kept in
 * PostgreSQL, so that the same code runs end to end without a network (decision 32).
 */
export async function createSimulator({ settleAfterMs = 3000, now = () => new Date(), ...options }: SimulatorOptions) {
  await createSchema(options.pool)
  const settings = { settleAfterMs, now }
  const worker = createWorker({ pool: options.pool, settings, webhook: options.webhook })
  const app = new Hono()
  app.get('/v3/stripe.js', standIn)
  app.route('/', createApi({ ...options, settings, onWork: worker.nudge }))
  return { app, ...worker }
}
