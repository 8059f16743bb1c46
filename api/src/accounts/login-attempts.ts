import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import { ApiError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'

/**
 * Maximum number of wrong passwords per email address and network, and how long the network is then locked, in
 * milliseconds (ADR 33).
 */
const maxAttemptsPerNetwork = 10
export const lockoutMs = 15 * 60 * 1000
/**
 * Maximum number of wrong passwords per email address, for all networks together. Further attempts are rejected unless
 * the owner recently logged in from the same network.
 */
const maxAttemptsFromAllNetworks = 100
const knownForDays = 90

/** Counter names: `all` for all networks together, `code` for two-factor codes. */
const allNetworks = 'all'
const codeCounter = 'code'

/** Returns the network of a caller: an IPv4 address, or the /64 prefix of an IPv6 address (RFC 6177). */
export function getIpNetwork(ip: string): string {
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
  attempts: number
  first_attempt_at: Date
}

/**
 * Increments the attempt counters of an email address. The order of the counters is fixed, so concurrent attempts wait
 * for each other.
 */
async function count(ctx: Pick<Ctx, 'db' | 'now'>, email: string, network: string) {
  const over = new Date(ctx.now.getTime() - lockoutMs)
  const counters = network === codeCounter ? [codeCounter] : [allNetworks, network]
  const { rows } = await sql<Counted & { is_known: boolean }>`
    with counted as (
      insert into login_attempts as t (email, network, attempts, total_attempts, first_attempt_at, last_attempt_at)
      select ${email}, counter, 1, 1, ${ctx.now}, ${ctx.now} from unnest(${counters}::text[]) counter
      on conflict (email, network) do update set
        attempts = case when t.first_attempt_at <= ${over} then 1 else t.attempts + 1 end,
        total_attempts = t.total_attempts + 1,
        first_attempt_at = case
          when t.first_attempt_at <= ${over} or t.attempts < case t.network when ${allNetworks} then ${maxAttemptsFromAllNetworks}::int else ${maxAttemptsPerNetwork}::int end
          then ${ctx.now} else t.first_attempt_at end,
        last_attempt_at = ${ctx.now}
      returning t.network, t.attempts, t.first_attempt_at)
    select *, exists (
      select from accounts a join sessions s using (account_id)
      where a.email = ${email} and s.network = ${network}
        and s.created_at > ${ctx.now}::timestamptz - make_interval(days => ${knownForDays})) as is_known
    from counted`.execute(ctx.db)
  return rows
}

function reject(ctx: Pick<Ctx, 'now'>, { first_attempt_at }: Counted, what: string, alternative: string): never {
  const seconds = Math.max(1, Math.ceil((first_attempt_at.getTime() + lockoutMs - ctx.now.getTime()) / 1000))
  throw new ApiError({
    code: 'too_many_requests',
    message: `Too many ${what} were entered for this address. Try again in ${Math.ceil(seconds / 60)} minutes, or ${alternative}.`,
    headers: { 'Retry-After': String(seconds) },
  })
}

/**
 * Counts a log-in attempt before the password is checked so that concurrent attempts cannot exceed the limit. Also
 * counts attempts for unknown email addresses. Attempts from other networks do not lock the networks from which the
 * owner has logged in.
 * @throws {ApiError} 429 with Retry-After after too many attempts, even if the password is correct
 */
export async function countLoginAttempt(ctx: Pick<Ctx, 'db' | 'now' | 'ip'>, email: string): Promise<void> {
  for (const row of await count(ctx, email, getIpNetwork(ctx.ip))) {
    const isOver =
      row.network === allNetworks
        ? row.attempts > maxAttemptsFromAllNetworks && !row.is_known
        : row.attempts > maxAttemptsPerNetwork
    if (isOver) reject(ctx, row, 'log-ins', 'choose a new password with "Forgot your password?"')
  }
}

/**
 * Counts a two-factor code before the code is checked. All networks share one counter: a caller who gets this far
 * already knows the password.
 * @throws {ApiError} 429 with Retry-After after too many codes
 */
export async function countCodeAttempt(ctx: Pick<Ctx, 'db' | 'now'>, email: string): Promise<void> {
  for (const row of await count(ctx, email, codeCounter))
    if (row.attempts > maxAttemptsPerNetwork) reject(ctx, row, 'codes', 'choose a new password if it was not you')
}

/**
 * Deletes the email address's attempt counters for this network and for all networks together, after a correct
 * password. Also deletes all counters that are older than a day.
 */
export const clearFailedLogins = (ctx: Pick<Ctx, 'db' | 'now' | 'ip'>, email: string) =>
  sql`delete from login_attempts where (email = ${email} and network in (${allNetworks}, ${getIpNetwork(ctx.ip)}))
    or last_attempt_at < ${new Date(ctx.now.getTime() - 86_400_000)}`.execute(ctx.db)

/** Deletes the counter of two-factor codes after a correct code. */
export const clearFailedCodes = (ctx: Pick<Ctx, 'db'>, email: string) =>
  sql`delete from login_attempts where email = ${email} and network = ${codeCounter}`.execute(ctx.db)

/**
 * Deletes all failed attempts for an email address. Called after the owner verified the address or a superuser unlocked
 * the account.
 */
export const clearAllFailedAttempts = (ctx: Pick<Ctx, 'db'>, email: string) =>
  sql`delete from login_attempts where email = ${email}`.execute(ctx.db)

/** SQL columns for the failed log-in attempts of `c`: their number, the last attempt and the end of the lock. */
export const failedAttemptColumns = sql`
  (select coalesce(sum(t.total_attempts), 0)::int from login_attempts t where t.email = c.email and t.network <> ${allNetworks}) as failed_count,
  (select max(t.last_attempt_at) from login_attempts t where t.email = c.email) as failed_at,
  (select max(t.first_attempt_at) + make_interval(secs => ${lockoutMs / 1000}) from login_attempts t where t.email = c.email
    and t.attempts > case t.network when ${allNetworks} then ${maxAttemptsFromAllNetworks}::int else ${maxAttemptsPerNetwork}::int end) as locked_until`
