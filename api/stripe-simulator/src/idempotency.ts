import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import { StripeApiError } from './stripe-api-error.ts'

export interface StoredResponse {
  status: number
  body: object
  replayed?: boolean
}

/** Returns a hash of a request's method, path and parameters. It identifies repeated requests. */
const getFingerprint = (request: string) => createHash('sha256').update(request).digest('hex')

/**
 * Runs a request once per key, and returns the stored response if the request is repeated. Throws if the key was used
 * with other parameters or if the first request is still running. As in Stripe, responses that changed nothing are not
 * stored.
 */
export async function runOncePerIdempotencyKey(
  client: PoolClient,
  key: string,
  request: string,
  run: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { rows: lock } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as free',
    [key],
  )
  if (!lock[0]?.free) {
    throw new StripeApiError(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
    })
  }
  const fingerprint = getFingerprint(request)
  const { rows } = await client.query<{ fingerprint: string; status: number; body: object }>(
    'select fingerprint, status, body from stripe_simulator.responses where idempotency_key = $1',
    [key],
  )
  const first = rows[0]
  if (first && first.fingerprint !== fingerprint) {
    throw new StripeApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  }
  if (first) return { status: first.status, body: first.body, replayed: true }
  const response = await run()
  await client.query(
    'insert into stripe_simulator.responses (idempotency_key, fingerprint, status, body) values ($1, $2, $3, $4)',
    [key, fingerprint, response.status, JSON.stringify(response.body)],
  )
  return response
}
