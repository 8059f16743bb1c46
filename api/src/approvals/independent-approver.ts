import { sql } from 'kysely'
import type { Ctx } from '../http/context.ts'

/** Time for which a person who granted access could still be using the account, in milliseconds. */
const recentMs = 7 * 86_400_000

/**
 * Returns whether the approver is independent of the requester (ACC-17). A person could be using an account that they
 * created, gave the role or access to, or reset the credentials of within the last 7 days, directly or through other
 * such accounts. The approver is not independent if the same person could be using both accounts.
 */
export async function isIndependentApprover(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { requesterId, approverId, role }: { requesterId: string | null; approverId: string | null; role: string },
): Promise<boolean> {
  if (!requesterId || !approverId) return true
  const { rows } = await sql<{ found: boolean }>`
    with recursive users (account_id, user_id) as (
      select id, id from unnest(${[requesterId, approverId]}::text[]) id
      union
      select u.account_id, l.actor_id::text from users u join audit_log l on l.entity_id = u.user_id
      where l.entity = 'account' and l.occurred_at > ${new Date(now.getTime() - recentMs)} and l.actor_id is not null
        and (l.action in ('account.create', 'account.resetPassword', 'account.resetSecondFactor')
          or l.action = 'account.update' and (
            l.details->'roles' ? ${role} and not l.details->'before'->'roles' ? ${role}
            or (l.details->>'isActive')::boolean and not (l.details->'before'->>'isActive')::boolean)))
    select exists (
      select from users one join users other using (user_id)
      where one.account_id = ${requesterId} and other.account_id = ${approverId}) as found`.execute(db)
  return !rows[0]?.found
}
