import type { z } from 'zod'
import type { World } from './world.ts'

/** Who asks: the server with its secret key, or a browser with the publishable key and the secret of one intent. */
export type Caller = 'server' | 'browser'

/** One call of Stripe's API. */
export interface Call {
  method: 'GET' | 'POST'
  /** Hono's path, `/v1/customers/:id`. */
  path: string
  callers: Caller[]
  schema: z.ZodType
  run: (world: World, params: never, id: string, caller: Caller) => Promise<object>
}

/** Declares a call; `run` gets the parameters as its schema reads them, and the id of the path (empty where there is none). */
export const call = <S extends z.ZodType>(
  method: Call['method'],
  path: string,
  schema: S,
  run: (world: World, params: z.output<S>, id: string, caller: Caller) => Promise<object>,
  callers: Caller[] = ['server'],
): Call => ({ method, path, callers, schema, run })
