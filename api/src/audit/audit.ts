import { executePrepared } from '../db/prepared-statement.ts'
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
  const author = {
    occurred_at: ctx.now,
    actor_kind: ctx.actor.kind,
    actor_id: getActorId(ctx),
    actor_name: getAuthor(ctx.actor),
    request_id: ctx.requestId,
    ip: ctx.ip,
  }
  const insert = ctx.db.insertInto('audit_log').values(
    entries.map(({ action, entity, entityId, policyId, details }) => ({
      ...author,
      action,
      entity,
      entity_id: entityId,
      policy_id: policyId ?? null,
      details: JSON.stringify(details ?? {}),
    })),
  )
  // The text for several entries depends on their number.
  await (entries.length === 1 ? executePrepared(ctx.db, insert) : insert.execute())
}
