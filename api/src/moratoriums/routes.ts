import { createBadRequestError, listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { createAdminMoratoriumCollection } from './admin-moratoriums.ts'
import { listCounties } from './counties.ts'
import { activeMoratoriumCondition } from './moratorium-event.ts'
import { saveMoratorium } from './save-moratorium.ts'
import { findMoratoriums, getMoratoriumPage, requireMoratorium } from './store.ts'
import { withdrawMoratorium } from './withdraw-moratorium.ts'

export const moratoriumHandlers = {
  listMoratoriumEvents: async (ctx, { query }) => ok(await getMoratoriumPage(ctx, query)),

  listActiveMoratoriumEvents: async (ctx) => ok(await findMoratoriums(ctx, activeMoratoriumCondition(ctx.now))),

  listCounties: async (ctx, { query }) => ok(await listCounties(ctx.db, query.state)),

  saveMoratorium: async (ctx, { body }) => ok(await saveMoratorium(ctx, body)),

  updateMoratorium: async (ctx, { body }) => {
    if (!body.id) throw createBadRequestError('id', 'must be the ID of the moratorium.')
    return ok(await saveMoratorium(ctx, body))
  },

  withdrawMoratorium: async (ctx, { path }) => ok(await withdrawMoratorium(ctx, path.moratoriumId)),

  listAdminMoratoriums: (ctx, { query }) => listCollection(ctx.db, createAdminMoratoriumCollection(ctx.now), query),

  getAdminMoratorium: (ctx, { path }) => requireMoratorium(ctx, path.id),

  createAdminMoratorium: (ctx, { body: { id: _given, ...event } }) => saveMoratorium(ctx, event),

  updateAdminMoratorium: (ctx, { path, body }) => saveMoratorium(ctx, body, path.id),
} satisfies AreaHandlers
