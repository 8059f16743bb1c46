import type { Readable } from 'node:stream'
import type { Ctx } from './context.ts'
import type { ResponseHeaders } from './response-headers.ts'

/** Hono environment: the variables that middleware sets for the handlers of a request. */
export interface Env {
  /** The Node.js request. Absent if the request was made inside the process. */
  Bindings: { incoming?: Readable }
  Variables: {
    ctx: Ctx
    headers: ResponseHeaders
    requestId: string
    operationId: string | undefined
    /** Whether the request is a dry run (`Dry-Run`). */
    isDryRun: boolean
  }
}
