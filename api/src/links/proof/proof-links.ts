import { type Kysely, sql } from 'kysely'
import { writeAuditEntry } from '../../audit/audit.ts'
import { dayMs } from '../../calendar/days.ts'
import type { DB } from '../../db/schema.ts'
import type { Operations } from '../../generated/operations.ts'
import { createConflictError, createNotFoundError } from '../../http/api-error.ts'
import { type Ctx, getActorName } from '../../http/context.ts'
import { getPublicUrl } from '../../http/public-url.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { lockPolicy, requirePolicy } from '../../policy/visibility.ts'
import { generateProofToken, hashProofToken } from './proof-token.ts'

export type ProofLink = Operations['listProofLinks']['response']['payload'][number]
type CreatedProofLink = Operations['createProofLink']['response']['payload']
type ProofLinkCreate = Operations['createProofLink']['body']

/** Maximum number of links of a policy that can be opened at the same time (POL-15). */
const maxActiveLinks = 20

/** Returns links of a policy, newest first, with the times of their last views. */
async function findProofLinks(
  db: Kysely<DB>,
  by: { policyId: string; proofLinkId?: string },
  now: Date,
): Promise<ProofLink[]> {
  const rows = await db
    .selectFrom('proof_links as l')
    .select(['l.proof_link_id', 'l.recipient_name', 'l.created_at', 'l.created_by_name', 'l.expires_at'])
    .select(['l.revoked_at', 'l.view_count'])
    .select(
      sql<string[]>`array(select v.viewed_at from proof_link_views v where v.proof_link_id = l.proof_link_id
        order by v.viewed_at desc limit 20)`.as('last_views'),
    )
    .where('l.policy_id', '=', by.policyId)
    .$if(by.proofLinkId !== undefined, (query) => query.where('l.proof_link_id', '=', by.proofLinkId ?? ''))
    .orderBy('l.created_at', 'desc')
    .orderBy('l.proof_link_id', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    proofLinkId: row.proof_link_id,
    recipientName: row.recipient_name,
    status: row.revoked_at ? ('revoked' as const) : row.expires_at <= now ? ('expired' as const) : ('active' as const),
    createdAt: row.created_at.toISOString(),
    createdByName: row.created_by_name,
    expiresAt: row.expires_at.toISOString(),
    revokedAt: row.revoked_at?.toISOString() ?? null,
    viewCount: row.view_count,
    lastViews: row.last_views.map((viewedAt) => new Date(viewedAt).toISOString()),
  }))
}

/** Returns the newest 100 proof of insurance links of a policy. */
export async function listProofLinks(ctx: Ctx, policyNo: string): Promise<ProofLink[]> {
  const { policyId } = await requirePolicy(ctx, policyNo)
  return findProofLinks(ctx.db, { policyId }, ctx.now)
}

/**
 * Creates a proof of insurance link. The token is only in the returned URL, after `#`, so that it is sent neither to
 * web servers nor to other sites (POL-15).
 * @throws {ApiError} 409 if the policy has 20 active links
 */
export const createProofLink = (
  ctx: Ctx,
  policyNo: string,
  { recipientName, expiresInDays = 30 }: ProofLinkCreate,
): Promise<CreatedProofLink> =>
  runInTransaction(ctx, async (ctx) => {
    const { policyId } = await lockPolicy(ctx, policyNo)
    const { count } = await ctx.db
      .selectFrom('proof_links')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('policy_id', '=', policyId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', ctx.now)
      .executeTakeFirstOrThrow()
    if (Number(count) >= maxActiveLinks)
      throw createConflictError(
        'too_many_links',
        'This policy already has 20 active links. Revoke a link that is no longer needed, and try again.',
      )
    const token = generateProofToken()
    const expiresAt = new Date(ctx.now.getTime() + expiresInDays * dayMs)
    const link = {
      recipient_name: recipientName?.trim() ?? null,
      created_at: ctx.now,
      created_by_name: getActorName(ctx.actor),
      expires_at: expiresAt,
    }
    const { proof_link_id: proofLinkId } = await ctx.db
      .insertInto('proof_links')
      .values({ policy_id: policyId, token_hash: hashProofToken(token), ...link })
      .returning('proof_link_id')
      .executeTakeFirstOrThrow()
    await writeAuditEntry(ctx, {
      ...{ action: 'proofLink.create', entity: 'proofLink', entityId: proofLinkId, policyId },
      details: { recipientName: link.recipient_name, expiresAt: expiresAt.toISOString() },
    })
    const [created] = await findProofLinks(ctx.db, { policyId, proofLinkId }, ctx.now)
    return {
      url: `${getPublicUrl(ctx.config)}/proof-of-insurance#${token}`,
      link: created as ProofLink,
    }
  })

/**
 * Revokes a proof of insurance link, whoever created it. Does nothing if it was revoked before.
 * @throws {ApiError} 404 if the policy has no such link
 */
export const revokeProofLink = (ctx: Ctx, policyNo: string, proofLinkId: string): Promise<ProofLink> =>
  runInTransaction(ctx, async (ctx) => {
    const { policyId } = await lockPolicy(ctx, policyNo)
    const revoked = await ctx.db
      .updateTable('proof_links')
      .set({ revoked_at: ctx.now })
      .where('policy_id', '=', policyId)
      .where('proof_link_id', '=', proofLinkId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (revoked.numUpdatedRows > 0n)
      await writeAuditEntry(ctx, {
        ...{ action: 'proofLink.revoke', entity: 'proofLink', entityId: proofLinkId, policyId },
      })
    const [link] = await findProofLinks(ctx.db, { policyId, proofLinkId }, ctx.now)
    if (!link) throw createNotFoundError({ policyNo, proofLinkId })
    return link
  })
