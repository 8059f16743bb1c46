import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { readActionItems } from './action-items.ts'

/** Returns the pending items for the caller. */
export const listActions: Handler<'listActions'> = async (ctx) => ok(await readActionItems(ctx))
