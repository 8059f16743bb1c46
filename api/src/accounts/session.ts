import { createHash, createHmac, randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { createUnauthorizedError } from '../http/api-error.ts'
import { type Ctx, getWallClockTime, type Identification, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { accessTokenSeconds, signAccessToken } from './access-token.ts'
import { type AuthData, getAuthData } from './auth-data.ts'
import {
  getIdentification,
  type IdentificationRow,
  identificationColumnNames,
  toIdentificationColumns,
} from './identification.ts'
import { getIpNetwork } from './login-attempts.ts'
import { isTwoFactorRequired } from './two-factor/store.ts'

/** Lifetime of an unused refresh token, in days. */
const refreshDays = 14

/**
 * Time for which a used refresh token still returns the next token, in milliseconds. Two tabs may refresh at the same
 * time.
 */
const graceMs = 10_000

export interface NewSession {
  token: string
  refreshToken: string
  expiresAt: string
  accountType: 'agent' | 'policyholder'
  data: AuthData
}

const getHash = (refreshToken: string) => createHash('sha256').update(refreshToken).digest('hex')

/**
 * Derives the next refresh token from the current one. Repeated requests get the same token, although only hashes are
 * stored.
 */
const getSuccessor = (ctx: Ctx, refreshToken: string) =>
  `rt_${createHmac('sha256', ctx.keys.linkToken).update(`refresh:${refreshToken}`).digest('base64url')}`

/** The owner of a session: an account with its two-factor status, or a policyholder with their identification. */
export type SessionOwner =
  | { accountId: string; passedTwoFactor: boolean }
  | { identityId: string; identification: Identification }

/** Returns the owner of a session from the session row. */
function getOwner(
  row: IdentificationRow & { account_id: string | null; identity_id: string | null; passed_two_factor: boolean },
): SessionOwner | undefined {
  if (row.account_id) return { accountId: row.account_id, passedTwoFactor: row.passed_two_factor }
  const identification = getIdentification(row)
  return row.identity_id && identification ? { identityId: row.identity_id, identification } : undefined
}

async function insertSession(ctx: Ctx, owner: SessionOwner, refreshToken: string, familyId?: string) {
  const row = await ctx.db
    .insertInto('sessions')
    .values({
      ...('accountId' in owner
        ? { account_id: owner.accountId, passed_two_factor: owner.passedTwoFactor }
        : { identity_id: owner.identityId, ...toIdentificationColumns(owner.identification) }),
      ...(familyId ? { family_id: familyId } : {}),
      refresh_token_hash: getHash(refreshToken),
      ip: ctx.ip,
      network: getIpNetwork(ctx.ip),
      user_agent: ctx.userAgent,
      created_at: ctx.now,
      last_used_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + refreshDays * 86_400_000),
    })
    .returning('session_id')
    .executeTakeFirstOrThrow()
  return row.session_id
}

async function toSessionResponse(ctx: Ctx, sessionId: string, refreshToken: string): Promise<NewSession> {
  const token = await signAccessToken(ctx.keys.accessToken, sessionId, getWallClockTime(ctx))
  const expiresAt = new Date(getWallClockTime(ctx).getTime() + accessTokenSeconds * 1000).toISOString()
  const data = await getAuthData(ctx.db, sessionId, token, expiresAt)
  if (!data) throw createUnauthorizedError('session without an owner')
  return { token, refreshToken, expiresAt, accountType: data.accountType, data }
}

/** Opens a session for an account or a verified policyholder. Also returns the session's id. */
export async function openSessionWithId(
  ctx: Ctx,
  owner: SessionOwner,
): Promise<{ sessionId: string; session: NewSession }> {
  const refreshToken = `rt_${randomBytes(32).toString('base64url')}`
  const sessionId = await insertSession(ctx, owner, refreshToken)
  return { sessionId, session: await toSessionResponse(ctx, sessionId, refreshToken) }
}

/** Opens a session for an account or a verified policyholder. */
export const openSession = async (ctx: Ctx, owner: SessionOwner): Promise<NewSession> =>
  (await openSessionWithId(ctx, owner)).session

/** Revokes all sessions of a log-in and returns the ids of the live ones. */
async function revokeFamily(ctx: Ctx, familyId: string): Promise<string[]> {
  const rows = await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('family_id', '=', familyId)
    .where('revoked_at', 'is', null)
    .returning('session_id')
    .execute()
  return rows.map((row) => row.session_id)
}

/** Returns the session of an unused refresh token. */
const findUnusedSuccessor = (ctx: Ctx, refreshToken: string) =>
  ctx.db
    .selectFrom('sessions')
    .select('session_id')
    .where('refresh_token_hash', '=', getHash(refreshToken))
    .where('rotated_at', 'is', null)
    .executeTakeFirst()

/**
 * Returns whether the session must end: two-factor authentication is now required, and the session has not passed it.
 */
async function isMissingTwoFactor(
  ctx: TransactionContext,
  session: { account_id: string | null; passed_two_factor: boolean },
) {
  if (!session.account_id || session.passed_two_factor) return false
  const { kind } = await ctx.db
    .selectFrom('accounts')
    .select('kind')
    .where('account_id', '=', session.account_id)
    .executeTakeFirstOrThrow()
  return isTwoFactorRequired(ctx, kind)
}

/**
 * Exchanges a refresh token for the next token. Two tabs may refresh at the same time, so a used token returns the same
 * next token for ten seconds. Later reuse means that the token was copied, and all sessions of the log-in are revoked.
 * @throws {ApiError} 401 if the token is invalid, expired or reused
 */
export async function refreshSession(ctx: Ctx, refreshToken: string): Promise<NewSession> {
  const outcome = await runInTransaction(ctx, async (ctx) => {
    const old = await ctx.db
      .selectFrom('sessions')
      .select(['session_id', 'family_id', 'account_id', 'identity_id', 'rotated_at', 'revoked_at', 'expires_at'])
      .select(['passed_two_factor', ...identificationColumnNames])
      .where('refresh_token_hash', '=', getHash(refreshToken))
      .forUpdate()
      .executeTakeFirst()
    if (!old || old.revoked_at || old.expires_at < ctx.now) return { ended: [] }
    if (await isMissingTwoFactor(ctx, old)) return { ended: await revokeFamily(ctx, old.family_id) }
    const next = getSuccessor(ctx, refreshToken)
    if (old.rotated_at) {
      const isInGrace = ctx.now.getTime() - old.rotated_at.getTime() < graceMs
      const known = isInGrace ? await findUnusedSuccessor(ctx, next) : undefined
      if (known) return { session: await toSessionResponse(ctx, known.session_id, next) }
      return { ended: await revokeFamily(ctx, old.family_id) }
    }
    await ctx.db.updateTable('sessions').set({ rotated_at: ctx.now }).where('session_id', '=', old.session_id).execute()
    const owner = getOwner(old)
    if (!owner) return { ended: await revokeFamily(ctx, old.family_id) }
    const sessionId = await insertSession(ctx, owner, next, old.family_id)
    return { session: await toSessionResponse(ctx, sessionId, next) }
  })
  if ('session' in outcome) return outcome.session
  for (const sessionId of outcome.ended) ctx.forgetSession(sessionId)
  throw createUnauthorizedError('refresh token rejected')
}

/**
 * Ends the caller's log-in. If `everywhere` is true, ends all sessions of the account. If the log-in used a link that
 * others may have seen, only this log-in ends.
 */
export async function endSession(ctx: Ctx, everywhere: boolean): Promise<void> {
  if (!('sessionId' in ctx.actor)) return
  const { sessionId } = ctx.actor
  const { rows } = await sql<{ session_id: string }>`
    update sessions set revoked_at = ${ctx.now}
    from (select family_id, account_id, identity_id, identified_by from sessions where session_id = ${sessionId}) own
    where sessions.revoked_at is null and (sessions.family_id = own.family_id or (${everywhere}
      and (sessions.account_id = own.account_id
        or (sessions.identity_id = own.identity_id and own.identified_by <> 'link'))))
    returning sessions.session_id`.execute(ctx.db)
  for (const row of rows) ctx.forgetSession(row.session_id)
}

/** Ends all sessions of an insured, except for those of the log-in `keptFamilyId`. */
export async function endInsuredSessions(ctx: Ctx, identityId: string, keptFamilyId?: string): Promise<void> {
  const ended = await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('identity_id', '=', identityId)
    .where('revoked_at', 'is', null)
    .$if(keptFamilyId !== undefined, (query) => query.where('family_id', '!=', keptFamilyId ?? ''))
    .returning('session_id')
    .execute()
  for (const { session_id } of ended) ctx.forgetSession(session_id)
}

/** Returns the owner of a session, or undefined if the session has ended. */
export async function getSessionOwner(trx: Transaction<DB>, sessionId: string): Promise<SessionOwner | undefined> {
  const row = await trx
    .selectFrom('sessions')
    .select(['account_id', 'identity_id', 'passed_two_factor', ...identificationColumnNames])
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row && getOwner(row)
}
