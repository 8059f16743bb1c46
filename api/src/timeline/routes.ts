import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { readTimeline } from './timeline.ts'

export const timelineHandlers = {
  getPolicyTimeline: async (ctx, { path, query }) => ok(await readTimeline(ctx, path.policyNo, query)),
} satisfies AreaHandlers
