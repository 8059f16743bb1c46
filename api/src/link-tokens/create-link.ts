import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type AuditContext, type AuditEntry, writeAuditEntries, writeAuditEntry } from '../audit/audit.ts'
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

interface AuditedLink {
  id: string
  kind: LinkKind
  purpose?: LinkPurpose | null
  policyNo?: string | null
}

const toAuditEntry = (
  action: 'link.create' | 'link.show' | 'link.redeem' | 'link.reject',
  { id, kind, purpose, policyNo }: AuditedLink,
  policyId: string | undefined,
  details: Record<string, unknown>,
): AuditEntry => ({
  ...{ action, entity: 'link', entityId: id, ...(policyId && { policyId }) },
  details: { kind, purpose: purpose ?? null, policyNo: policyNo ?? null, ...details },
})

/** Returns the ids of policies and their agencies, by policy number. */
async function findPolicyIds({ db }: AuditContext, policyNos: readonly (string | null | undefined)[]) {
  const numbers = policyNos.filter((policyNo) => policyNo !== null && policyNo !== undefined)
  if (numbers.length === 0) return new Map<string, { policyId: string; agencyId: string }>()
  const rows = await db
    .selectFrom('policies')
    .select(['policy_no', 'policy_id', 'agency_id'])
    .where('policy_no', '=', sql<string>`any(${numbers}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.policy_no, { policyId: row.policy_id, agencyId: row.agency_id }]))
}

/** Writes an audit entry for a link. The token itself is never stored. */
export async function auditLink(
  by: AuditContext,
  action: 'link.create' | 'link.show' | 'link.redeem' | 'link.reject',
  link: AuditedLink,
  details: Record<string, unknown> = {},
): Promise<void> {
  const policies = await findPolicyIds(by, [link.policyNo])
  await writeAuditEntry(by, toAuditEntry(action, link, policies.get(link.policyNo ?? '')?.policyId, details))
}

interface CreatedLink {
  id: string
  token: string
  expiresAt: Date
}

/** Creates a link token, an audit entry, and the row that limits the link to one use. */
export async function createLinkToken(by: LinkCreator, input: LinkRequest): Promise<CreatedLink> {
  const [link] = await createLinkTokens(by, [input])
  return link as CreatedLink
}

/** Same as `createLinkToken`, for several links with one statement for each table. Returns them in the same order. */
export async function createLinkTokens(by: LinkCreator, requests: readonly LinkRequest[]): Promise<CreatedLink[]> {
  if (requests.length === 0) return []
  const { db, keys, now } = by
  const policies = await findPolicyIds(
    by,
    requests.map(({ policyNo }) => policyNo),
  )
  const links = requests.map((request) => ({
    request,
    id: randomUUID(),
    expiresAt: new Date(now.getTime() + (request.lifeMs ?? deepLinkLifetimeMs)),
    policy: policies.get(request.policyNo ?? ''),
  }))
  await db
    .insertInto('link_tokens')
    .values(
      links.map(({ id, request, expiresAt, policy }) => ({
        jti: id,
        kind: request.kind,
        account_id: request.accountId ?? null,
        identity_id: request.identityId ?? null,
        policy_no: request.policyNo ?? null,
        agency_id: policy?.agencyId ?? null,
        payload: JSON.stringify({ purpose: request.purpose ?? null }),
        emailed_to: request.emailedTo ?? null,
        created_by_session_id: request.createdBySessionId ?? null,
        created_at: now,
        expires_at: expiresAt,
      })),
    )
    .execute()
  await writeAuditEntries(
    by,
    links.map(({ id, request, policy }) =>
      toAuditEntry('link.create', { id, ...request }, policy?.policyId, { emailedTo: request.emailedTo ?? null }),
    ),
  )
  return Promise.all(
    links.map(async ({ id, request: { kind, policyNo }, expiresAt }) => {
      const token = await encryptLinkToken(keys.linkToken, { kind, id, ...(policyNo ? { policyNo } : {}) }, expiresAt)
      return { id, token, expiresAt }
    }),
  )
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
