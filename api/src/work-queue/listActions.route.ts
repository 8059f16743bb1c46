import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { readActions } from './actions.ts'

/** Returns the pending items for the caller. */
export const listActions: Handler<'listActions'> = async (ctx) => ok(await readActions(ctx))
