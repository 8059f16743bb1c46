import type { Readable } from 'node:stream'
import type { Ctx } from './context.ts'

/** Hono environment: the variables that middleware sets for the handlers of a request. */
export interface Env {
  /** Connection of the request. Absent for requests within the process. */
  Bindings: { incoming?: Readable }
  Variables: {
    ctx: Ctx
    requestId: string
    operationId: string | undefined
    /** Whether the request is a dry run (`Dry-Run`). */
    isDryRun: boolean
  }
}
