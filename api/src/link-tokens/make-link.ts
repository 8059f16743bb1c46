import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Keys } from '../http/secrets.ts'
import { deepLinkMs, type LinkKind, sealLink } from './link-token.ts'

/** The ways in that a link may be made for (contract: LinkPurpose). */
export type LinkPurpose = 'new' | 'cancel' | 'authenticate' | 'agentPolicy' | 'agentCommissions'

interface LinkWish {
  kind: LinkKind
  purpose?: LinkPurpose
  policyNo?: string
  accountId?: string
  identityId?: string
  lifeMs?: number
}

/** Makes a token that opens what the wish says, and keeps the row by which it is redeemed once. */
export async function makeLinkToken(db: Kysely<DB>, keys: Keys, now: Date, wish: LinkWish) {
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + (wish.lifeMs ?? deepLinkMs))
  await db
    .insertInto('link_tokens')
    .values({
      jti: id,
      kind: wish.kind,
      account_id: wish.accountId ?? null,
      identity_id: wish.identityId ?? null,
      policy_no: wish.policyNo ?? null,
      payload: JSON.stringify({ purpose: wish.purpose ?? null }),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  const token = await sealLink(
    keys.linkToken,
    { kind: wish.kind, id, ...(wish.policyNo ? { policyNo: wish.policyNo } : {}) },
    expiresAt,
  )
  return { token, expiresAt }
}

const ways: Record<LinkPurpose, string> = {
  new: '/policyholder/new/',
  cancel: '/policyholder/cancel/',
  authenticate: '/policyholder/authenticate/',
  agentPolicy: '/agent/policylogin/',
  agentCommissions: '/agent/authenticate/',
}

/** The address, from the root, at which a token of this purpose is redeemed. */
export const wayIn = (purpose: LinkPurpose, token: string) => `${ways[purpose]}${encodeURIComponent(token)}`
