import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Pool } from 'pg'
import { customerEndpoints } from './customers.ts'
import { disputeEndpoints } from './disputes.ts'
import type { Caller, Endpoint } from './endpoint.ts'
import { expandReferences } from './expansion.ts'
import { parseForm } from './form.ts'
import { runOncePerIdempotencyKey, type StoredResponse } from './idempotency.ts'
import { createId } from './ids.ts'
import { readParams } from './params.ts'
import { paymentIntentEndpoints } from './payment-intents.ts'
import { paymentMethodEndpoints } from './payment-methods.ts'
import { refundEndpoints } from './refunds.ts'
import { API_VERSION, RequestContext, type SimulatorSettings } from './request-context.ts'
import { setupIntentEndpoints } from './setup-intents.ts'
import { inTransaction, ObjectStore } from './store.ts'
import { StripeApiError } from './stripe-api-error.ts'
import { tokenEndpoints } from './tokens.ts'

const ENDPOINTS: Endpoint[] = [
  ...customerEndpoints,
  ...paymentMethodEndpoints,
  ...tokenEndpoints,
  ...setupIntentEndpoints,
  ...paymentIntentEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
]

export interface ApiOptions {
  pool: Pool
  settings: SimulatorSettings
  secretKey: string
  publishableKey: string
  /** Called after every request that may have scheduled tasks. */
  onWork: () => void
}

function getCaller(header: string | undefined, options: ApiOptions): Caller {
  const key = header?.replace(/^Bearer /, '')
  if (!key) {
    throw new StripeApiError(401, { type: 'invalid_request_error', message: 'You did not provide an API key.' })
  }
  if (key === options.secretKey) return 'server'
  if (key === options.publishableKey) return 'browser'
  throw new StripeApiError(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`,
  })
}

const errorBody = (problem: StripeApiError, requestId: string) => ({
  error: { ...problem.detail, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` },
})

async function perform(
  call: Endpoint,
  world: RequestContext,
  form: ReturnType<typeof parseForm>,
  id: string,
  caller: Caller,
) {
  const params = readParams(call.schema, form) as { expand?: string[] }
  const response = await call.run(world, params as never, id, caller)
  return params.expand?.length ? expandReferences(world, response, params.expand) : response
}

/** Implements the part of Stripe's HTTP API that Tideline uses. Each request runs in one database transaction. */
export function createApi(options: ApiOptions) {
  const app = new Hono()
  app.use('*', cors())

  const handle = async (c: Context, call: Endpoint): Promise<Response> => {
    const requestId = createId('req')
    const key = call.method === 'POST' ? c.req.header('Idempotency-Key') : undefined
    const send = ({ status, body, replayed }: StoredResponse) => {
      c.header('Request-Id', requestId)
      c.header('Stripe-Version', API_VERSION)
      if (key) c.header('Idempotency-Key', key)
      if (replayed) c.header('Idempotent-Replayed', 'true')
      return c.json(body, status as ContentfulStatusCode)
    }
    try {
      const caller = getCaller(c.req.header('Authorization'), options)
      if (!call.callers.includes(caller)) {
        throw new StripeApiError(403, {
          type: 'invalid_request_error',
          code: 'secret_key_required',
          message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
        })
      }
      const encoded = call.method === 'POST' ? await c.req.text() : new URL(c.req.url).search.slice(1)
      const response = await inTransaction(options.pool, async (client) => {
        const world = new RequestContext(new ObjectStore(client), options.settings, {
          id: requestId,
          idempotency_key: key ?? null,
        })
        const run = async (): Promise<StoredResponse> => {
          try {
            return {
              status: 200,
              body: await perform(call, world, parseForm(encoded), c.req.param('id') ?? '', caller),
            }
          } catch (error) {
            if (error instanceof StripeApiError && error.keepsWrites) {
              return { status: error.status, body: errorBody(error, requestId) }
            }
            throw error
          }
        }
        return key ? runOncePerIdempotencyKey(client, key, `${call.method} ${c.req.path}?${encoded}`, run) : run()
      })
      options.onWork()
      return send(response)
    } catch (error) {
      if (error instanceof StripeApiError) return send({ status: error.status, body: errorBody(error, requestId) })
      throw error
    }
  }

  for (const call of ENDPOINTS) app.on(call.method, call.path, (c) => handle(c, call))
  app.all('*', (c) => {
    const requestedRoute = `${c.req.method} ${new URL(c.req.url).pathname.replace(/^.*?(?=\/v\d+\/)/, '')}`
    const problem = new StripeApiError(501, {
      type: 'api_error',
      message: `The Stripe simulator does not support ${requestedRoute}.`,
    })
    const requestId = createId('req')
    // Stripe's SDK would otherwise retry a request with a 5xx response.
    const headers = { 'Request-Id': requestId, 'Stripe-Should-Retry': 'false' }
    return c.json(errorBody(problem, requestId), 501, headers)
  })
  return app
}
