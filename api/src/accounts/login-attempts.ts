import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import { ApiError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'

/** Wrong passwords that an address endures from one network, and how long that network is kept from it after them (ADR 33). */
export const maxAttempts = 10
export const lockMs = 15 * 60 * 1000
/** Wrong passwords from all networks together. After them only networks go on from which its owner has logged in before. */
export const allowedFromAll = 100
const knownForDays = 90

/** Counters of an address that are no networks. */
const fromAll = 'all'
const ofCodes = 'code'

/** Where a caller comes from: an IPv4 address, or the half of an IPv6 address that a customer is given (RFC 6177). */
export function getNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv6
    ? `${address.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : address.toString()
}

interface Counted {
  network: string
  tries: number
  since: Date
}

/** Counts a try in each of an address's counters, in one order, so that many at once wait for each other. */
async function count(ctx: Pick<Ctx, 'db' | 'now'>, email: string, network: string) {
  const over = new Date(ctx.now.getTime() - lockMs)
  const counters = network === ofCodes ? [ofCodes] : [fromAll, network]
  const { rows } = await sql<Counted & { is_known: boolean }>`
    with counted as (
      insert into login_tries as t (email, network, tries, total, since, last_at)
      select ${email}, counter, 1, 1, ${ctx.now}, ${ctx.now} from unnest(${counters}::text[]) counter
      on conflict (email, network) do update set
        tries = case when t.since <= ${over} then 1 else t.tries + 1 end,
        total = t.total + 1,
        since = case
          when t.since <= ${over} or t.tries < case t.network when ${fromAll} then ${allowedFromAll}::int else ${maxAttempts}::int end
          then ${ctx.now} else t.since end,
        last_at = ${ctx.now}
      returning t.network, t.tries, t.since)
    select *, exists (
      select from accounts a join sessions s using (account_id)
      where a.email = ${email} and s.network = ${network}
        and s.created_at > ${ctx.now}::timestamptz - make_interval(days => ${knownForDays})) as is_known
    from counted`.execute(ctx.db)
  return rows
}

function reject(ctx: Pick<Ctx, 'now'>, { since }: Counted, what: string, way: string): never {
  const seconds = Math.max(1, Math.ceil((since.getTime() + lockMs - ctx.now.getTime()) / 1000))
  throw new ApiError({
    code: 'too_many_requests',
    message: `Too many ${what} were entered for this address. Try again in ${Math.ceil(seconds / 60)} minutes, or ${way}.`,
    headers: { 'Retry-After': String(seconds) },
  })
}

/**
 * Counts a log-in before its password is looked at, so that of many at once no more than allowed are looked at. Addresses that have no
 * account are counted and locked alike. Who guesses elsewhere locks nobody out where they have logged in before.
 *
 * @throws 429 with Retry-After once an address was tried too often, the right password included
 */
export async function recordFailedLogin(ctx: Pick<Ctx, 'db' | 'now' | 'ip'>, email: string): Promise<void> {
  for (const row of await count(ctx, email, getNetwork(ctx.ip))) {
    const isOver = row.network === fromAll ? row.tries > allowedFromAll && !row.is_known : row.tries > maxAttempts
    if (isOver) reject(ctx, row, 'log-ins', 'choose a new password with "Forgot your password?"')
  }
}

/**
 * Counts a code of a second factor before it is looked at, whatever network it comes from: who gets so far knows the password.
 *
 * @throws 429 with Retry-After
 */
export async function recordFailedCode(ctx: Pick<Ctx, 'db' | 'now'>, email: string): Promise<void> {
  for (const row of await count(ctx, email, ofCodes))
    if (row.tries > maxAttempts) reject(ctx, row, 'codes', 'choose a new password if it was not you')
}

/** The right password was given: the tries from this network are forgotten, all that were counted over all, and what is a day old. */
export const clearFailedLogins = (ctx: Pick<Ctx, 'db' | 'now' | 'ip'>, email: string) =>
  sql`delete from login_tries where (email = ${email} and network in (${fromAll}, ${getNetwork(ctx.ip)}))
    or last_at < ${new Date(ctx.now.getTime() - 86_400_000)}`.execute(ctx.db)

/** The right code was given. */
export const clearFailedCodes = (ctx: Pick<Ctx, 'db'>, email: string) =>
  sql`delete from login_tries where email = ${email} and network = ${ofCodes}`.execute(ctx.db)

/** Somebody has proven by mail who they are, or a superuser has seen to it: nothing that was tried counts any more. */
export const clearAllFailedAttempts = (ctx: Pick<Ctx, 'db'>, email: string) =>
  sql`delete from login_tries where email = ${email}`.execute(ctx.db)

/** What was tried in vain with an account's address, as columns of `c`: how often, when last, and until when somebody is locked out. */
export const failedColumns = sql`
  (select coalesce(sum(t.total), 0)::int from login_tries t where t.email = c.email and t.network <> ${fromAll}) as failed_count,
  (select max(t.last_at) from login_tries t where t.email = c.email) as failed_at,
  (select max(t.since) + make_interval(secs => ${lockMs / 1000}) from login_tries t where t.email = c.email
    and t.tries > case t.network when ${fromAll} then ${allowedFromAll}::int else ${maxAttempts}::int end) as locked_until`
