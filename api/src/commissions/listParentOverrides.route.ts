import { ok } from '../http/answer.ts'
import type { Handler } from '../http/operation.ts'
import { parentOverridesOf } from './parent-overrides.ts'

export const listParentOverrides: Handler<'listParentOverrides'> = async (ctx, { path }) =>
  ok(await parentOverridesOf(ctx, path.agencyNo))
