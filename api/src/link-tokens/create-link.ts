import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type AuditContext, writeAuditEntry } from '../audit/audit.ts'
import type { Ctx } from '../http/context.ts'
import { deepLinkLifetimeMs, encryptLinkToken, type LinkKind } from './link-token.ts'

/** Sign-in flows for which a link can be created (contract: LinkPurpose). */
export type LinkPurpose =
  | 'new'
  | 'cancel'
  | 'pay'
  | 'authenticate'
  | 'agentPolicy'
  | 'agentCommissions'
  | 'agencyRegistration'

export interface LinkRequest {
  kind: LinkKind
  purpose?: LinkPurpose
  policyNo?: string
  accountId?: string
  identityId?: string
  lifeMs?: number
  /** Email address that receives the link. Omitted if the link is displayed to someone (SIGN-4). */
  emailedTo?: string
  /** Session in which a handoff is created. */
  createdBySessionId?: string
}

/** The actor who creates a link, and the keys that encrypt it. */
export type LinkCreator = AuditContext & Pick<Ctx, 'keys'>

/** Writes an audit entry for a link. The token itself is never stored. */
export async function auditLink(
  by: AuditContext,
  action: 'link.create' | 'link.show' | 'link.redeem' | 'link.reject',
  link: { id: string; kind: LinkKind; purpose?: LinkPurpose | null; policyNo?: string | null },
  details: Record<string, unknown> = {},
): Promise<void> {
  const policy = link.policyNo
    ? await by.db.selectFrom('policies').select('policy_id').where('policy_no', '=', link.policyNo).executeTakeFirst()
    : undefined
  await writeAuditEntry(by, {
    action,
    entity: 'link',
    entityId: link.id,
    ...(policy ? { policyId: policy.policy_id } : {}),
    details: { kind: link.kind, purpose: link.purpose ?? null, policyNo: link.policyNo ?? null, ...details },
  })
}

/** Creates a link token, an audit entry, and the row that limits the link to one use. */
export async function createLinkToken(by: LinkCreator, input: LinkRequest) {
  const { db, keys, now } = by
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + (input.lifeMs ?? deepLinkLifetimeMs))
  await db
    .insertInto('link_tokens')
    .values({
      jti: id,
      kind: input.kind,
      account_id: input.accountId ?? null,
      identity_id: input.identityId ?? null,
      policy_no: input.policyNo ?? null,
      agency_id: sql`(select agency_id from policies where policy_no = ${input.policyNo ?? null})`,
      payload: JSON.stringify({ purpose: input.purpose ?? null }),
      emailed_to: input.emailedTo ?? null,
      created_by_session_id: input.createdBySessionId ?? null,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  await auditLink(by, 'link.create', { id, ...input }, { emailedTo: input.emailedTo ?? null })
  const token = await encryptLinkToken(
    keys.linkToken,
    { kind: input.kind, id, ...(input.policyNo ? { policyNo: input.policyNo } : {}) },
    expiresAt,
  )
  return { id, token, expiresAt }
}

const linkPaths: Record<LinkPurpose, string> = {
  new: '/policyholder/new/',
  cancel: '/policyholder/cancel/',
  pay: '/policyholder/pay/',
  authenticate: '/policyholder/authenticate/',
  agentPolicy: '/agent/policylogin/',
  agentCommissions: '/agent/authenticate/',
  agencyRegistration: '/agency/registration/completion/?auth=',
}

/** Returns the URL path for redeeming a token with this purpose. */
export const getLinkPath = (purpose: LinkPurpose, token: string) => `${linkPaths[purpose]}${encodeURIComponent(token)}`
