import type { Readable } from 'node:stream'
import type { Ctx } from './context.ts'

/** What middleware leaves for the handlers of a request. */
export interface Env {
  /** The connection that a request came by; absent for requests made inside the process. */
  Bindings: { incoming?: Readable }
  Variables: {
    ctx: Ctx
    requestId: string
    operationId: string | undefined
    /** The call is only tried (`Dry-Run`). */
    isTrial: boolean
  }
}
