import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { ApiError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import type { LinkPurpose } from './create-link.ts'
import { type LinkKind, openLink } from './link-token.ts'

/** Wrong phones or zips that a link endures before it is blocked. */
const allowedFailures = 5

const withProduct = async (ctx: Ctx, policyNo: string | undefined) => {
  const policy = policyNo
    ? await ctx.db.selectFrom('policies').select('product_id').where('policy_no', '=', policyNo).executeTakeFirst()
    : undefined
  return { ProductId: policy?.product_id ?? 2 }
}

/** 401 of a link that is not ours, or whose phone and zip do not match; the words tell nothing more. */
export const linkRejected = async (ctx: Ctx, policyNo?: string, detail?: unknown) =>
  new ApiError({
    code: 'unauthorized',
    message: 'Please ensure the information you entered is correct.',
    payload: await withProduct(ctx, policyNo),
    detail,
  })

/** 401 of a link whose holder has to do something first; the link stays as it is. */
export const linkOnHold = async (ctx: Ctx, { code, message }: ApiError, policyNo?: string) =>
  new ApiError({ code, message, payload: await withProduct(ctx, policyNo) })

/** 410 of a link of ours that signed somebody in before: its holder is told so, and that a new one can be had. */
export const linkUsed = async (ctx: Ctx, policyNo?: string) =>
  new ApiError({
    code: 'already_used',
    message: 'This link was already used. Links work only once. Please request a new one.',
    payload: await withProduct(ctx, policyNo),
  })

/** 410 of a link that no longer opens its policy: its holder can have a new one. */
export const linkExpired = async (ctx: Ctx, policyNo?: string) =>
  new ApiError({
    code: 'gone',
    message: 'The link has expired. Please click here to generate a new one.',
    payload: await withProduct(ctx, policyNo),
  })

/** Opens the token and reads its claims. Throws 401 when it is not ours or of another kind, 410 when it has expired. */
export async function readLink(ctx: Ctx, token: string, kinds: LinkKind[]) {
  const opened = await openLink(ctx.keys.linkToken, token, ctx.now)
  if (opened.ok && kinds.includes(opened.claims.kind)) return opened.claims
  if (!opened.ok && opened.reason === 'expired') throw await linkExpired(ctx)
  throw await linkRejected(ctx, undefined, 'token refused')
}

export interface LinkRow {
  jti: string
  kind: LinkKind
  purpose: LinkPurpose | null
  accountId: string | null
  identityId: string | null
  policyNo: string | null
  /** The agency that the policy had when the link was made. */
  agencyId: string | null
  /** Whom it was mailed to; null when it was shown to somebody. */
  mailedTo: string | null
  /** The sign-in that a hand-off was made in. */
  madeInSession: string | null
  expiresAt: Date
  /** It has signed somebody in. */
  isUsed: boolean
  /** It signs nobody in any more: used, or guessed at too often. */
  isSpent: boolean
}

const toRow = (row: {
  jti: string
  kind: LinkKind
  mailed_to: string | null
  made_in_session: string | null
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
  mailedTo: row.mailed_to,
  madeInSession: row.made_in_session,
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
  'mailed_to',
  'made_in_session',
  'payload',
  'account_id',
  'identity_id',
  'policy_no',
  'agency_id',
  'expires_at',
  'redeemed_at',
  'failed_attempts',
] as const

/** The link's row as it stands. */
export const findLink = async (ctx: Ctx, jti: string): Promise<LinkRow | undefined> => {
  const row = await ctx.db.selectFrom('link_tokens').select(columns).where('jti', '=', jti).executeTakeFirst()
  return row && toRow(row)
}

/** The link's row, locked until the transaction ends, so that two redemptions cannot both succeed. */
export const lockLink = async (trx: Transaction<DB>, jti: string): Promise<LinkRow | undefined> => {
  const row = await trx.selectFrom('link_tokens').select(columns).where('jti', '=', jti).forUpdate().executeTakeFirst()
  return row && toRow(row)
}

/** Marks a link as used; it signs nobody in again. */
export const consumeLink = (trx: Transaction<DB>, jti: string, now: Date) =>
  trx.updateTable('link_tokens').set({ redeemed_at: now }).where('jti', '=', jti).execute()

/** Makes every open link of a kind worthless that an account has. */
export const endPolicyLinks = (trx: Transaction<DB>, accountId: string, kind: LinkKind, now: Date) =>
  trx
    .updateTable('link_tokens')
    .set({ redeemed_at: now })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('redeemed_at', 'is', null)
    .execute()

/** The same for every link that an insured has, whatever it opens. */
export const endInsuredLinks = (trx: Transaction<DB>, identityId: string, now: Date) =>
  trx
    .updateTable('link_tokens')
    .set({ redeemed_at: now })
    .where('identity_id', '=', identityId)
    .where('redeemed_at', 'is', null)
    .execute()

/** Counts a wrong phone or zip. Under the link's lock: of many tries at once none passes the limit uncounted. */
export const countFailure = (trx: Transaction<DB>, jti: string) =>
  trx
    .updateTable('link_tokens')
    .set((eb) => ({ failed_attempts: eb('failed_attempts', '+', 1) }))
    .where('jti', '=', jti)
    .execute()
