import Bowser from 'bowser'
import { sql } from 'kysely'
import { createNotFoundError, createUnauthorizedError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'

interface Row {
  session_id: string
  began_at: Date
  last_used_at: Date
  expires_at: Date
  user_agent: string | null
  is_current: boolean
}

/** Returns a display name for the device, such as "Firefox on Linux". For a program, returns the user agent. */
function formatDeviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown'
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return userAgent.slice(0, 60)
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}

const getSession = (ctx: Ctx): string => {
  if (!('sessionId' in ctx.actor)) throw createUnauthorizedError()
  return ctx.actor.sessionId
}

/**
 * Lists the caller's live sessions, the current one first. A refreshed session is listed once, under the latest id. If
 * the session was opened with a link that others may have seen, only this session is listed.
 */
export async function listOwnSessions(ctx: Ctx) {
  const { rows } = await sql<Row>`
    with own as (select family_id, account_id, identity_id, identified_by from sessions where session_id = ${getSession(ctx)})
    select s.session_id, (select min(f.created_at) from sessions f where f.family_id = s.family_id) as began_at,
      s.last_used_at, s.expires_at, s.user_agent, s.family_id = own.family_id as is_current
    from own join sessions s on s.account_id = own.account_id or (s.identity_id = own.identity_id
      and (own.identified_by <> 'link' or s.family_id = own.family_id))
    where s.revoked_at is null and s.rotated_at is null and s.expires_at > ${ctx.now}
    order by is_current desc, s.last_used_at desc limit 100`.execute(ctx.db)
  return rows.map((row) => ({
    sessionId: row.session_id,
    createdAt: row.began_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    device: formatDeviceName(row.user_agent),
    isCurrent: row.is_current,
  }))
}

/**
 * Ends one of the caller's log-ins, including all of the sessions created by token refreshes.
 * @throws {ApiError} 404 if the caller cannot list the session
 */
export async function endOwnSession(ctx: Ctx, sessionId: string): Promise<void> {
  const { rows } = await sql<{ session_id: string }>`
    update sessions set revoked_at = ${ctx.now}
    from sessions own, sessions meant
    where own.session_id = ${getSession(ctx)} and meant.session_id = ${sessionId} and meant.revoked_at is null
      and (meant.account_id = own.account_id or (meant.identity_id = own.identity_id
        and (own.identified_by <> 'link' or meant.family_id = own.family_id)))
      and sessions.family_id = meant.family_id and sessions.revoked_at is null
    returning sessions.session_id`.execute(ctx.db)
  if (rows.length === 0) throw createNotFoundError({ sessionId })
  for (const row of rows) ctx.forgetSession(row.session_id)
}
