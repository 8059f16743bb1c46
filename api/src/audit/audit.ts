import { sql } from 'kysely'
import { pipelined } from '../db/pipeline.ts'
import { type Actor, type Ctx, getAccountId, getActorApiKey, getActorName } from '../http/context.ts'

/** The context of the request or job that writes an audit entry. */
export type AuditContext = Pick<Ctx, 'actor' | 'db' | 'ip' | 'now' | 'requestId'>

export interface AuditEntry {
  /** Action as noun.verb, for example `policy.cancel` or `documents.sign`. */
  action: string
  /** Type of the changed object. `entityId` is the object's id or number. */
  entity: string
  entityId: string
  policyId?: string
  /** Additional details for readers. Must not contain secrets, images or bank data. */
  details?: Record<string, unknown>
}

const getActorId = (ctx: AuditContext) =>
  getAccountId(ctx.actor) ?? ('identityId' in ctx.actor ? ctx.actor.identityId : null)

/** Returns the actor's name for an audit entry. Includes the API key if a program acted for the person. */
const getAuthor = (actor: Actor) => {
  const key = getActorApiKey(actor)
  return key ? `${getActorName(actor)} (key ${key.name})` : getActorName(actor)
}

/**
 * Records who did what and when. Call it in the transaction of the action. Audit entries cannot be changed or deleted.
 */
export const writeAuditEntry = (ctx: AuditContext, entry: AuditEntry): Promise<void> => writeAuditEntries(ctx, [entry])

/** Same as `writeAuditEntry`, for several entries in one statement. */
export async function writeAuditEntries(ctx: AuditContext, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map(
    ({ action, entity, entityId, policyId, details }) =>
      sql`(${ctx.now}::timestamptz, ${ctx.actor.kind}, ${getActorId(ctx)}, ${getAuthor(ctx.actor)}, ${ctx.requestId},
        ${ctx.ip}, ${action}, ${entity}, ${entityId}, ${policyId ?? null}::uuid, ${JSON.stringify(details ?? {})}::jsonb)`,
  )
  // The text for several entries depends on their number.
  await sql`${rows.length === 1 ? pipelined : sql``} insert into audit_log (occurred_at, actor_kind, actor_id, actor_name,
      request_id, ip, action, entity, entity_id, policy_id, details)
    values ${sql.join(rows)}`.execute(ctx.db)
}
