import type { z } from 'zod'
import type { World } from './world.ts'

/** The caller: the server with its secret key, or a browser with the publishable key and an intent's client secret. */
export type Caller = 'server' | 'browser'

/** One endpoint of Stripe's API. */
export interface Call {
  method: 'GET' | 'POST'
  /** The path in Hono's syntax, for example `/v1/customers/:id`. */
  path: string
  callers: Caller[]
  schema: z.ZodType
  run: (world: World, params: never, id: string, caller: Caller) => Promise<object>
}

/**
 * Defines an endpoint. `run` receives the parsed parameters and the ID in the path, which is empty when the path has
 * none.
 */
export const call = <S extends z.ZodType>(
  method: Call['method'],
  path: string,
  schema: S,
  run: (world: World, params: z.output<S>, id: string, caller: Caller) => Promise<object>,
  callers: Caller[] = ['server'],
): Call => ({ method, path, callers, schema, run })
