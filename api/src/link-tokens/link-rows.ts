import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { ApiError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import type { LinkPurpose } from './create-link.ts'
import { decryptLinkToken, type LinkKind } from './link-token.ts'

/** Number of wrong phone numbers or ZIP codes before a link is blocked. */
const allowedFailures = 5

const withProduct = async (ctx: Ctx, policyNo: string | undefined) => {
  const policy = policyNo
    ? await ctx.db.selectFrom('policies').select('product_id').where('policy_no', '=', policyNo).executeTakeFirst()
    : undefined
  return { ProductId: policy?.product_id ?? 2 }
}

/**
 * Returns the 401 error for a link that is invalid or whose phone number or ZIP code does not match. The message does
 * not reveal which.
 */
export const createLinkRejectedError = async (ctx: Ctx, policyNo?: string, detail?: unknown) =>
  new ApiError({
    code: 'unauthorized',
    message: 'Please ensure the information you entered is correct.',
    payload: await withProduct(ctx, policyNo),
    detail,
  })

/** Returns the 401 error for a link whose holder must complete another step first. The link stays valid. */
export const createLinkOnHoldError = async (ctx: Ctx, { code, message }: ApiError, policyNo?: string) =>
  new ApiError({ code, message, payload: await withProduct(ctx, policyNo) })

/** Returns the 410 error for a link that was already used. The message suggests a new link. */
export const createUsedLinkError = async (ctx: Ctx, policyNo?: string) =>
  new ApiError({
    code: 'already_used',
    message: 'This link was already used. Links work only once. Please request a new one.',
    payload: await withProduct(ctx, policyNo),
  })

/** Returns the 410 error for a link that no longer opens its policy. The message suggests a new link. */
export const createLinkExpiredError = async (ctx: Ctx, policyNo?: string) =>
  new ApiError({
    code: 'gone',
    message: 'The link has expired. Please click here to generate a new one.',
    payload: await withProduct(ctx, policyNo),
  })

/**
 * Opens a token and returns its claims.
 * @throws {ApiError} 401 if the token is invalid or of another kind; 410 if it has expired
 */
export async function requireValidLink(ctx: Ctx, token: string, kinds: LinkKind[]) {
  const opened = await decryptLinkToken(ctx.keys.linkToken, token, ctx.now)
  if (opened.ok && kinds.includes(opened.claims.kind)) return opened.claims
  if (!opened.ok && opened.reason === 'expired') throw await createLinkExpiredError(ctx)
  throw await createLinkRejectedError(ctx, undefined, 'token rejected')
}

export interface LinkRow {
  jti: string
  kind: LinkKind
  purpose: LinkPurpose | null
  accountId: string | null
  identityId: string | null
  policyNo: string | null
  /** Agency of the policy when the link was created. */
  agencyId: string | null
  /** Email address that received the link. Null if the link was displayed to someone. */
  emailedTo: string | null
  /** Session in which the handoff was created. */
  createdBySessionId: string | null
  expiresAt: Date
  /** Whether the link was used to log in. */
  isUsed: boolean
  /** Whether the link can no longer be used to log in because it was used or blocked. */
  isSpent: boolean
}

const toRow = (row: {
  jti: string
  kind: LinkKind
  emailed_to: string | null
  created_by_session_id: string | null
  payload: { purpose?: LinkPurpose | null }
  account_id: string | null
  identity_id: string | null
  policy_no: string | null
  agency_id: string | null
  expires_at: Date
  redeemed_at: Date | null
  failed_attempts: number
}): LinkRow => ({
  jti: row.jti,
  kind: row.kind,
  emailedTo: row.emailed_to,
  createdBySessionId: row.created_by_session_id,
  purpose: row.payload.purpose ?? null,
  accountId: row.account_id,
  identityId: row.identity_id,
  policyNo: row.policy_no,
  agencyId: row.agency_id,
  expiresAt: row.expires_at,
  isUsed: row.redeemed_at !== null,
  isSpent: row.redeemed_at !== null || row.failed_attempts >= allowedFailures,
})

const columns = [
  'jti',
  'kind',
  'emailed_to',
  'created_by_session_id',
  'payload',
  'account_id',
  'identity_id',
  'policy_no',
  'agency_id',
  'expires_at',
  'redeemed_at',
  'failed_attempts',
] as const

export const findLinkRow = async (ctx: Ctx, jti: string): Promise<LinkRow | undefined> => {
  const row = await ctx.db.selectFrom('link_tokens').select(columns).where('jti', '=', jti).executeTakeFirst()
  return row && toRow(row)
}

/** Returns the row of a link and locks it until the transaction ends so that the link cannot be redeemed twice. */
export const lockLink = async (trx: Transaction<DB>, jti: string): Promise<LinkRow | undefined> => {
  const row = await trx.selectFrom('link_tokens').select(columns).where('jti', '=', jti).forUpdate().executeTakeFirst()
  return row && toRow(row)
}

/** Marks a link as used. It cannot be used to log in again. */
export const consumeLink = (trx: Transaction<DB>, jti: string, now: Date) =>
  trx.updateTable('link_tokens').set({ redeemed_at: now }).where('jti', '=', jti).execute()

/** Invalidates all open links of a kind for an account. */
export const invalidateAccountLinks = (trx: Transaction<DB>, accountId: string, kind: LinkKind, now: Date) =>
  trx
    .updateTable('link_tokens')
    .set({ redeemed_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('redeemed_at', 'is', null)
    .execute()

/** Invalidates all open links of an insured, regardless of their purpose. */
export const invalidateInsuredLinks = (trx: Transaction<DB>, identityId: string, now: Date) =>
  trx
    .updateTable('link_tokens')
    .set({ redeemed_at: now })
    .where('identity_id', '=', identityId)
    .where('redeemed_at', 'is', null)
    .execute()

/**
 * Counts a wrong phone number or ZIP code. Call it with the link locked so that concurrent attempts are all counted.
 */
export const countFailedAttempt = (trx: Transaction<DB>, jti: string) =>
  trx
    .updateTable('link_tokens')
    .set((eb) => ({ failed_attempts: eb('failed_attempts', '+', 1) }))
    .where('jti', '=', jti)
    .execute()
