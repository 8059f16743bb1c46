import type { z } from 'zod'
import type { RequestContext } from './request-context.ts'

/**
 * The caller: the server (with its secret key) or a browser (with the publishable key and an intent's client secret).
 */
export type Caller = 'server' | 'browser'

/** One endpoint of Stripe's API. */
export interface Endpoint {
  method: 'GET' | 'POST'
  /** Path in Hono's syntax, for example `/v1/customers/:id`. */
  path: string
  callers: Caller[]
  schema: z.ZodType
  run: (world: RequestContext, params: never, id: string, caller: Caller) => Promise<object>
}

/**
 * Defines an endpoint. `run` receives the parsed parameters and the id from the path. The id is empty if the path has
 * no id.
 */
export const defineEndpoint = <S extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  schema: S,
  run: (world: RequestContext, params: z.output<S>, id: string, caller: Caller) => Promise<object>,
  callers: Caller[] = ['server'],
): Endpoint => ({ method, path, callers, schema, run })
