import type { Ctx } from './context.ts'

/** What middleware leaves for the handlers of a request. */
export interface Env {
  Variables: { ctx: Ctx; requestId: string; operationId: string | undefined }
}
