import { type Actor, type Ctx, getAccountId, getKey, getName } from '../http/context.ts'

/** Who an entry is written for; a request's context, or a job's. */
export type AuditBy = Pick<Ctx, 'actor' | 'db' | 'ip' | 'now' | 'requestId'>

export interface AuditEntry {
  /** What was done, as noun.verb: `policy.cancel`, `documents.sign`. */
  action: string
  /** What it was done to: a table's noun and the row's id or number. */
  entity: string
  entityId: string
  policyId?: string
  /** What a reader needs to understand it; never secrets, images or bank data. */
  details?: Record<string, unknown>
}

const getActorId = (ctx: AuditBy) =>
  getAccountId(ctx.actor) ?? ('identityId' in ctx.actor ? ctx.actor.identityId : null)

/** Whose name stands in the entry; what a program did in somebody's name tells by which key. */
const getAuthor = (actor: Actor) => {
  const key = getKey(actor)
  return key ? `${getName(actor)} (key ${key.name})` : getName(actor)
}

/**
 * Writes down who did what and when, in the transaction that does it: an action without its entry does not exist.
 * Entries cannot be changed or removed.
 */
export async function writeAudit(ctx: AuditBy, entry: AuditEntry): Promise<void> {
  await ctx.db
    .insertInto('audit_log')
    .values({
      occurred_at: ctx.now,
      actor_kind: ctx.actor.kind,
      actor_id: getActorId(ctx),
      actor_name: getAuthor(ctx.actor),
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId,
      policy_id: entry.policyId ?? null,
      request_id: ctx.requestId,
      ip: ctx.ip,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}
