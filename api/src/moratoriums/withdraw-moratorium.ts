import { writeAuditEntry } from '../audit/audit.ts'
import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { appendEvent } from '../outbox/append-event.ts'
import type { MoratoriumEvent } from './moratorium-event.ts'
import { lockEditableMoratorium } from './save-moratorium.ts'
import { requireMoratorium } from './store.ts'

/**
 * Withdraws a moratorium immediately (MOR-5). The transactions that it rejected stay in its log.
 * @throws {ApiError} 404 if the moratorium does not exist; 409 if it was stopped or withdrawn
 */
export const withdrawMoratorium = (ctx: Ctx, id: string): Promise<MoratoriumEvent> =>
  runInTransaction(ctx, async (ctx) => {
    const { name } = await lockEditableMoratorium(ctx.db, id)
    await ctx.db
      .updateTable('moratorium_events')
      .set({ withdrawn_at: ctx.now })
      .where('moratorium_event_id', '=', id)
      .execute()
    await appendEvent(ctx.db, 'moratorium.stopped', {}, { moratoriumId: id, name }, ctx.now)
    await writeAuditEntry(ctx, {
      action: 'moratorium.withdraw',
      entity: 'moratorium',
      entityId: id,
      details: { name },
    })
    return requireMoratorium(ctx, id)
  })
