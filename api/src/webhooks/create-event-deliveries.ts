import { sql } from 'kysely'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { enqueueDelivery } from './deliver.ts'

/** SQL condition: endpoint `w` is subscribed to event `e`. Compares the event's type and agency with the endpoint's. */
export const subscribedCondition = sql<boolean>`e.type <> 'webhook.test' and (cardinality(w.types) = 0 or e.type = any(w.types)) and (w.agency_id is null
  or exists (select from agencies a where a.agency_id = e.agency_id and a.path @> array[w.agency_id]))`

/** Creates one delivery for each endpoint that is subscribed to an event. Safe to run again. */
export const createEventDeliveries = (ctx: Ctx, eventNo: number): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ delivery_id: string }>`
      insert into webhook_deliveries (endpoint_id, event_no, type, created_at)
      select w.endpoint_id, e.event_no, e.type, ${ctx.now} from events e join webhook_endpoints w on ${subscribedCondition}
      where e.event_no = ${eventNo} and w.disabled_at is null
      on conflict (endpoint_id, event_no) do nothing returning delivery_id`.execute(ctx.db)
    await enqueueDeliveries(ctx, rows)
  })

export async function enqueueDeliveries(
  ctx: TransactionContext,
  rows: readonly { delivery_id: string }[],
): Promise<void> {
  for (const { delivery_id } of rows) await enqueueDelivery(ctx.db, delivery_id)
}
