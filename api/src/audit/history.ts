import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { getCurrentAction } from './renamed-actions.ts'

/**
 * Returns the latest 200 changes of an entity, newest first. Sorted by write order, because a request that starts
 * earlier can write later.
 */
export async function getEntityHistory(
  db: Kysely<DB>,
  entity: string,
  entityId: string,
): Promise<{ at: Date; by: string; action: string; details: Record<string, unknown> }[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['occurred_at', 'actor_name', 'action', 'details'])
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .orderBy('audit_id', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ occurred_at, actor_name, action, details }) => ({
    ...{ at: occurred_at, by: actor_name ?? '' },
    ...{ action: getCurrentAction(action), details: details as Record<string, unknown> },
  }))
}
