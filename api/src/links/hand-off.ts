import { randomUUID } from 'node:crypto'
import { countCodeAttempt } from '../accounts/login-attempts.ts'
import { getSessionOwner, openSession, type SessionOwner } from '../accounts/session.ts'
import { findTwoFactorOwner } from '../accounts/two-factor/store.ts'
import { verifyTwoFactorCode } from '../accounts/two-factor/verify-two-factor-code.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { ApiError, createForbiddenError, createNotFoundError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { auditLink, createLinkToken } from '../link-tokens/create-link.ts'
import {
  consumeLink,
  createLinkOnHoldError,
  createLinkRejectedError,
  findLinkRow,
  type LinkRow,
  lockLink,
  requireValidLink,
} from '../link-tokens/link-rows.ts'
import { handOffLifetimeMs } from '../link-tokens/link-token.ts'

const pages = { bulkUpload: '/bulkUpload', portal: '/policies', profile: '/profile', quoting: '/' } as const

const getOwner = (ctx: Ctx) => {
  if ('accountId' in ctx.actor) return { accountId: ctx.actor.accountId, createdBySessionId: ctx.actor.sessionId }
  if ('identityId' in ctx.actor) return { identityId: ctx.actor.identityId, createdBySessionId: ctx.actor.sessionId }
  throw createForbiddenError()
}

/**
 * Returns the account or insured that a link logs in. For an agent's link, this is the link's account, which may need a
 * two-factor code. For a handoff, it is the user who created the handoff.
 */
async function getLinkOwner(
  ctx: TransactionContext,
  link: LinkRow,
  code: string | undefined,
): Promise<SessionOwner | undefined> {
  if (link.kind !== 'agent')
    return link.createdBySessionId ? getSessionOwner(ctx.db, link.createdBySessionId) : undefined
  const holder = link.accountId ? await findTwoFactorOwner(ctx.db, link.accountId) : undefined
  if (!holder) return undefined
  const ifMissing = link.purpose === 'agencyRegistration' ? 'let in' : 'reject'
  const { passedTwoFactor } = await verifyTwoFactorCode(ctx, holder, code, ifMissing)
  return { accountId: holder.account_id, passedTwoFactor }
}

/**
 * Creates a token that logs the caller in on another page. The token works once and expires after 30 minutes (ACC-12).
 */
export async function createHandOff(ctx: Ctx, input: { target: keyof typeof pages; policyNo?: string }) {
  if (input.target === 'bulkUpload' && ctx.actor.kind !== 'staff') throw createForbiddenError()
  const { token, expiresAt } = await runInTransaction(ctx, (ctx) =>
    createLinkToken(ctx, {
      kind: 'handoff',
      ...getOwner(ctx),
      lifeMs: handOffLifetimeMs,
      ...(input.policyNo ? { policyNo: input.policyNo } : {}),
    }),
  )
  const page = input.policyNo && input.target === 'portal' ? `/policy/embed/${input.policyNo}` : pages[input.target]
  return { token, link: `${page}?token=${encodeURIComponent(token)}`, expiresAt: expiresAt.toISOString() }
}

/** Counts an attempt to enter the two-factor code of the link's account, before the code is checked. */
async function countLinkCode(ctx: Ctx, id: string): Promise<void> {
  const link = await findLinkRow(ctx, id)
  const holder = link?.accountId ? await findTwoFactorOwner(ctx.db, link.accountId) : undefined
  if (holder) await countCodeAttempt(ctx, holder.email)
}

/**
 * Logs in with a handoff or an agent's link, which works once. After a missing or wrong two-factor code, the link stays
 * valid.
 * @throws {ApiError} 401 if the link is invalid; 410 if it was used or has expired; 422 if the code is wrong; 429 after
 * too many codes
 */
export async function redeemSignInLink(ctx: Ctx, token: string, kinds: ('handoff' | 'agent')[], code?: string) {
  const claims = await requireValidLink(ctx, token, kinds)
  if (code) await countLinkCode(ctx, claims.id)
  const outcome = await runInTransaction(ctx, async (ctx) => {
    const link = await lockLink(ctx.db, claims.id)
    const owner = link && !link.isSpent ? await getLinkOwner(ctx, link, code) : undefined
    if (!link || !owner) return undefined
    await consumeLink(ctx.db, link.jti, ctx.now)
    await auditLink(ctx, 'link.redeem', { id: link.jti, ...link }, { ...owner })
    return { session: await openSession(ctx, owner), policyNo: link.policyNo, purpose: link.purpose }
  }).catch(async (problem: unknown) => {
    throw problem instanceof ApiError && problem.status === 401
      ? await createLinkOnHoldError(ctx, problem, claims.policyNo)
      : problem
  })
  if (!outcome) throw await createLinkRejectedError(ctx, claims.policyNo, 'used link, or its log-in has ended')
  return outcome
}

interface ResourceData {
  accountId: string
  policyNo: string | null
  createdBySessionId: string
}

const auditResource = (ctx: TransactionContext, action: 'create' | 'redeem', resourceId: string, data: ResourceData) =>
  writeAuditEntry(ctx, { action: `resource.${action}`, entity: 'resource', entityId: resourceId, details: { ...data } })

/** Creates a one-time log-in to a policy's wizard for the caller. It has the same lifetime as a handoff. */
export async function createResource(ctx: Ctx, policyNo: string) {
  if (!('accountId' in ctx.actor)) throw createForbiddenError()
  const resourceId = randomUUID()
  const expiresAt = new Date(ctx.now.getTime() + handOffLifetimeMs)
  const data: ResourceData = { accountId: ctx.actor.accountId, policyNo, createdBySessionId: ctx.actor.sessionId }
  await runInTransaction(ctx, async (ctx) => {
    await ctx.db
      .insertInto('resources')
      .values({ resource_id: resourceId, kind: 'wizard', data: JSON.stringify(data), expires_at: expiresAt })
      .execute()
    await auditResource(ctx, 'create', resourceId, data)
  })
  return {
    resourceId,
    link: `/agent/policy/${policyNo}/policy-wizard/${resourceId}`,
    expiresAt: expiresAt.toISOString(),
  }
}

/**
 * Exchanges the one-time wizard log-in for a session token and deletes it.
 * @throws {ApiError} 404 if the resource does not exist; 410 if it has expired
 */
export async function redeemResource(ctx: Ctx, resourceId: string) {
  return runInTransaction(ctx, async (ctx) => {
    const row = await ctx.db
      .deleteFrom('resources')
      .where('resource_id', '=', resourceId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw createNotFoundError('resource')
    if (row.expires_at && row.expires_at < ctx.now)
      throw new ApiError({ code: 'gone', message: 'The link has expired.' })
    const data = row.data as ResourceData
    const holder = await getSessionOwner(ctx.db, data.createdBySessionId)
    if (!holder) throw createNotFoundError('its log-in has ended')
    const { policyNo } = data
    const session = await openSession(ctx, holder)
    await auditResource(ctx, 'redeem', resourceId, data)
    return { UnderlyingJwt: session.token, policyNo, expiresAt: session.expiresAt }
  })
}
