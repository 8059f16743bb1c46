import type { Handler } from '../../http/operation.ts'
import { ok } from '../../http/response.ts'
import { requireBatch } from './batches.ts'

/** Returns a batch with its statements. Throws 404. */
export const getPayoutBatch: Handler<'getPayoutBatch'> = async (ctx, { path }) =>
  ok(await requireBatch(ctx.db, path.batchId))
