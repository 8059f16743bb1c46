import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { readActions } from './actions.ts'

/** What waits for whom: the start of everybody's day. */
export const listActions: Handler<'listActions'> = async (ctx) => ok(await readActions(ctx))
