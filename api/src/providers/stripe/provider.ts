import { createSimulator, type Simulator } from '@tideline/stripe-simulator'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type Stripe from 'stripe'
import type { Config } from '../../config/config.ts'
import { createStripe } from './stripe.ts'

export type { Simulator }

const SIMULATOR_PATH = '/stripe-simulator'
export const WEBHOOK_PATH = '/api/v1/stripe/webhook'

export interface StripeProvider {
  client: Stripe
  /** Stripe's public key for `window.Stripe(…)` in the browser. The API returns it as `stripeKey`. */
  publishableKey: string
  /** Secret for `client.webhooks.constructEvent(rawBody, signatureHeader, webhookSecret)`. */
  webhookSecret: string
  /** URL of the script that defines `window.Stripe`. */
  scriptUrl: string
  /** The Stripe simulator, mounted at `SIMULATOR_PATH`. Absent if a Stripe key is configured. */
  simulator?: Simulator
  close: () => Promise<void>
}

export interface StripeDeps {
  pool: Pool
  /** URL that receives the simulator's events. `fetch`, if given, replaces network requests. */
  webhook?: { url: string; fetch?: (request: Request) => Promise<Response> | Response }
  now?: (() => Date) | undefined
  log?: Pick<Logger, 'warn'>
}

type StripeConfig = Pick<
  Config,
  | 'NODE_ENV'
  | 'PORT'
  | 'PUBLIC_URL'
  | 'STRIPE_API_URL'
  | 'STRIPE_PUBLISHABLE_KEY'
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_SETTLE_SECONDS'
  | 'STRIPE_WEBHOOK_SECRET'
>

/** Creates the Stripe provider with the configured key. If no key is configured, uses the simulator in this process. */
export async function createStripeProvider(config: StripeConfig, deps: StripeDeps): Promise<StripeProvider> {
  if (config.STRIPE_SECRET_KEY) {
    return {
      client: createStripe({
        secretKey: config.STRIPE_SECRET_KEY,
        ...(config.STRIPE_API_URL && { url: config.STRIPE_API_URL }),
      }),
      publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? '',
      scriptUrl: 'https://js.stripe.com/endive/stripe.js',
      close: async () => undefined,
    }
  }
  const here = config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`
  const simulator = await createSimulator({
    pool: deps.pool,
    settleAfterMs: config.STRIPE_SETTLE_SECONDS * 1000,
    webhook: deps.webhook ?? { url: new URL(WEBHOOK_PATH, here).href },
    ...(deps.now && { now: deps.now }),
    log: deps.log,
  })
  // Tests settle payments explicitly.
  if (config.NODE_ENV !== 'test') simulator.start()
  return {
    client: createStripe({
      secretKey: simulator.secretKey,
      url: 'http://stripe-simulator',
      fetch: (request) => simulator.app.fetch(request),
    }),
    publishableKey: simulator.publishableKey,
    webhookSecret: simulator.webhookSecret,
    scriptUrl: `${SIMULATOR_PATH}/v3/stripe.js`,
    simulator,
    close: simulator.stop,
  }
}
