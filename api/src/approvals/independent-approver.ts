import { sql } from 'kysely'
import type { Ctx } from '../http/context.ts'

/** Time for which a person who granted access could still be using the account, in milliseconds. */
const recentMs = 7 * 86_400_000

/**
 * Returns whether the approver is independent of the requester (ACC-17). A person could be using an account that they
 * created, gave the role or access to, or reset the credentials of within the last 7 days, or whose API key they created
 * and that was valid within this time, directly or through other such accounts. The approver is not independent if the
 * same person could be using both accounts.
 */
export async function isIndependentApprover(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { requesterId, approverId, role }: { requesterId: string | null; approverId: string | null; role: string },
): Promise<boolean> {
  if (!requesterId || !approverId) return true
  const recent = new Date(now.getTime() - recentMs)
  const { rows } = await sql<{ found: boolean }>`
    with recursive users (account_id, user_id) as (
      select id, id from unnest(${[requesterId, approverId]}::text[]) id
      union
      select u.account_id, g.user_id from users u cross join lateral (
        select l.actor_id::text as user_id from audit_log l
        where l.entity_id = u.user_id and l.entity = 'account' and l.occurred_at > ${recent} and l.actor_id is not null
          and (l.action in ('account.create', 'account.resetPassword', 'account.resetSecondFactor')
            or l.action = 'account.update' and (
              l.details->'roles' ? ${role} and not l.details->'before'->'roles' ? ${role}
              or (l.details->>'isActive')::boolean and not (l.details->'before'->>'isActive')::boolean))
        union all
        select k.created_by::text from api_keys k
        where k.account_id::text = u.user_id and least(k.expires_at, k.revoked_at) > ${recent}) g)
    select exists (
      select from users one join users other using (user_id)
      where one.account_id = ${requesterId} and other.account_id = ${approverId}) as found`.execute(db)
  return !rows[0]?.found
}
