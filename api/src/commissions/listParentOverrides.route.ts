import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getParentOverrides } from './parent-overrides.ts'

export const listParentOverrides: Handler<'listParentOverrides'> = async (ctx, { path }) =>
  ok(await getParentOverrides(ctx, path.agencyNo))
