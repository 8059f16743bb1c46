import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { Refusal } from '../http/refusal.ts'

/** Wrong passwords that an address endures, and how long it is locked after them. */
export const allowedTries = 10
export const lockMs = 15 * 60 * 1000

/**
 * Counts a log-in before its password is looked at, so that of many at once no more than allowed are looked at. Addresses that have no
 * account are counted and locked alike.
 *
 * @throws 429 with Retry-After once an address was tried too often, the right password included
 */
export async function countTry(ctx: Pick<Ctx, 'db' | 'now'>, email: string): Promise<void> {
  const over = new Date(ctx.now.getTime() - lockMs)
  const { rows } = await sql<{ tries: number; since: Date }>`
    insert into login_tries as t (email, tries, since) values (${email}, 1, ${ctx.now})
    on conflict (email) do update set
      tries = case when t.since <= ${over} then 1 else least(t.tries + 1, ${allowedTries} + 1) end,
      since = case when t.since <= ${over} or t.tries < ${allowedTries} then ${ctx.now} else t.since end
    returning tries, since`.execute(ctx.db)
  const [row] = rows
  if (!row || row.tries <= allowedTries) return
  const seconds = Math.max(1, Math.ceil((row.since.getTime() + lockMs - ctx.now.getTime()) / 1000))
  throw new Refusal({
    code: 'too_many_requests',
    message: `Too many log-ins were tried with this address. Try again in ${Math.ceil(seconds / 60)} minutes, or choose a new password by "Forgot your password?".`,
    headers: { 'Retry-After': String(seconds) },
  })
}

/** Somebody has proven who they are: their tries are forgotten, and all that are a day old. */
export const forgetTries = (db: Kysely<DB>, email: string, now: Date) =>
  sql`delete from login_tries where email = ${email} or since < ${new Date(now.getTime() - 86_400_000)}`.execute(db)
