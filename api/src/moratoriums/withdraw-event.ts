import { writeAudit } from '../audit/audit.ts'
import type { Ctx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { appendEvent } from '../outbox/append-event.ts'
import type { MoratoriumEvent } from './event.ts'
import { requireEvent } from './store.ts'
import { lockChangeableEvent } from './write-event.ts'

/**
 * Withdraws a moratorium immediately (MOR-5). The transactions that it rejected stay in its log.
 * @throws {ApiError} 404 if the moratorium does not exist; 409 if it was stopped or withdrawn
 */
export const withdrawMoratorium = (ctx: Ctx, id: string): Promise<MoratoriumEvent> =>
  inTransaction(ctx, async (ctx) => {
    const { name } = await lockChangeableEvent(ctx.db, id)
    await ctx.db
      .updateTable('moratorium_events')
      .set({ withdrawn_at: ctx.now })
      .where('moratorium_event_id', '=', id)
      .execute()
    await appendEvent(ctx.db, 'moratorium.stopped', {}, { moratoriumId: id, name }, ctx.now)
    await writeAudit(ctx, {
      action: 'moratorium.withdraw',
      entity: 'moratorium',
      entityId: id,
      details: { name },
    })
    return requireEvent(ctx, id)
  })
