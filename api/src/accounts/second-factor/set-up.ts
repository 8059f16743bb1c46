import type { SecondFactorSetUp } from '@tideline/sdk/types'
import { writeAudit } from '../../audit/audit.ts'
import { conflict, rejected, unauthorized } from '../../http/api-error.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../../http/context.ts'
import { inTransaction } from '../../http/in-transaction.ts'
import { readSettings } from '../../settings/settings.ts'
import { checkCredentials } from '../credentials.ts'
import { clearFailedCodes, recordFailedCode } from '../login-attempts.ts'
import { verifyPassword } from '../password.ts'
import { getOtpAuthUri, newSecret } from './codes.ts'
import { notifyTwoFactorChanged } from './notify-changed.ts'
import { wrongCode } from './pass.ts'
import {
  confirmPending,
  consumeRecoveryCode,
  deleteSecondFactor,
  isTwoFactorRequired,
  lockFactor,
  presentFactor,
  replaceRecoveryCodes,
  savePendingFactor,
} from './store.ts'

interface Proof {
  currentPassword: string
  code?: string | undefined
}

const off = () => conflict('second_factor_off', 'Two-factor authentication is not set up for this account.')

/** The caller's own account. Throws 401 for those who have none. */
async function ownAccount(ctx: Pick<Ctx, 'actor' | 'db'>) {
  const accountId = getAccountId(ctx.actor)
  if (!accountId || !('sessionId' in ctx.actor)) throw unauthorized()
  const row = await ctx.db
    .selectFrom('accounts')
    .select(['account_id', 'kind', 'email', 'first_name', 'password_hash'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { ...row, sessionId: ctx.actor.sessionId }
}

/**
 * Somebody who found a session open is not its owner: what changes the factor asks for the password, and for a code where there is one.
 * Counted before either is looked at.
 *
 * @throws 422 for either being wrong; 429
 */
async function asOwner<Result>(
  ctx: Ctx,
  proof: Proof,
  work: (
    ctx: TransactionContext,
    owner: Awaited<ReturnType<typeof ownAccount>>,
    factor: Awaited<ReturnType<typeof lockFactor>>,
  ) => Promise<Result>,
): Promise<Result> {
  const owner = await ownAccount(ctx)
  await recordFailedCode(ctx, owner.email)
  if (!(await verifyPassword(owner.password_hash, proof.currentPassword)))
    throw rejected('wrong_password', 'currentPassword: this is not your current password.', 'currentPassword')
  return inTransaction(ctx, async (ctx) => {
    const factor = await lockFactor(ctx, owner.account_id)
    if (
      factor?.secret &&
      !(proof.code && (await consumeRecoveryCode(ctx, owner.account_id, factor.secret, proof.code)))
    )
      throw wrongCode()
    await clearFailedCodes(ctx, owner.email)
    return work(ctx, owner, factor)
  })
}

const audit = (ctx: TransactionContext, action: string, accountId: string) =>
  writeAudit(ctx, { action: `account.${action}`, entity: 'account', entityId: accountId })

async function begin(
  ctx: TransactionContext,
  owner: { account_id: string; email: string },
): Promise<SecondFactorSetUp> {
  const secret = newSecret()
  await savePendingFactor(ctx, owner.account_id, secret)
  const { brand } = await readSettings(ctx.db, ctx.now)
  return { secret, uri: getOtpAuthUri(secret, brand, owner.email) }
}

export const ownFactor = async (ctx: Ctx) => presentFactor(ctx, await ownAccount(ctx))

/** Shows a new secret; the present one, if any, stays until a code of the new one is confirmed. Throws 422, 429. */
export const startFactor = (ctx: Ctx, proof: Proof): Promise<SecondFactorSetUp> =>
  asOwner(ctx, proof, (ctx, owner) => begin(ctx, owner))

/**
 * Shows a new secret to somebody who may not log in without a second factor. Counted as a log-in.
 *
 * @throws 401 for wrong credentials; 409 for who has a factor or needs none; 429
 */
export async function startFactorAtLogin(ctx: Ctx, given: { email: string; password: string }) {
  const owner = await checkCredentials(ctx, given)
  return inTransaction(ctx, async (ctx) => {
    const factor = await lockFactor(ctx, owner.account_id)
    if (factor?.secret || !(await isTwoFactorRequired(ctx, owner.kind)))
      throw conflict(
        'second_factor_on',
        'Two-factor authentication is already set up or not required for this account. Log in.',
      )
    return begin(ctx, owner)
  })
}

/**
 * From now on each log-in asks for a code. This session goes on as one that has passed it; all others end.
 *
 * @returns the recovery codes, which are shown this once
 * @throws 409 when no secret was shown; 422 for a wrong code; 429
 */
export async function confirmFactor(ctx: Ctx, code: string): Promise<string[]> {
  const owner = await ownAccount(ctx)
  await recordFailedCode(ctx, owner.email)
  return inTransaction(ctx, async (ctx) => {
    const factor = await lockFactor(ctx, owner.account_id)
    if (!factor?.pending) throw conflict('second_factor_off', 'Request a new secret first.')
    const codes = await confirmPending(ctx, owner.account_id, factor.pending, code)
    if (!codes) throw wrongCode()
    await clearFailedCodes(ctx, owner.email)
    await markPassed(ctx, owner.account_id, owner.sessionId)
    await audit(ctx, 'setUpSecondFactor', owner.account_id)
    await notifyTwoFactorChanged(ctx, owner, 'set up')
    return codes
  })
}

/** This sign-in has passed the factor; the account's others have not, and end. */
async function markPassed(ctx: TransactionContext, accountId: string, sessionId: string): Promise<void> {
  const family = ctx.db.selectFrom('sessions').select('family_id').where('session_id', '=', sessionId)
  await ctx.db.updateTable('sessions').set({ passed_factor: true }).where('family_id', '=', family).execute()
  const ended = await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('account_id', '=', accountId)
    .where('family_id', '<>', family)
    .where('revoked_at', 'is', null)
    .returning('session_id')
    .execute()
  for (const { session_id } of ended) ctx.forgetSession(session_id)
}

/** Ten new recovery codes; the earlier ones open nothing any more. Throws 409, 422, 429. */
export const renewRecoveryCodes = (ctx: Ctx, proof: Proof): Promise<string[]> =>
  asOwner(ctx, proof, async (ctx, owner, factor) => {
    if (!factor?.secret) throw off()
    await audit(ctx, 'renewRecoveryCodes', owner.account_id)
    return replaceRecoveryCodes(ctx, owner.account_id)
  })

/** Switches the own second factor off. Throws 409 while the house demands one, and where there is none; 422, 429. */
export const removeFactor = (ctx: Ctx, proof: Proof): Promise<void> =>
  asOwner(ctx, proof, async (ctx, owner, factor) => {
    if (!factor?.secret) throw off()
    if (await isTwoFactorRequired(ctx, owner.kind))
      throw conflict(
        'second_factor_demanded',
        'This account requires two-factor authentication. Set up another device instead.',
      )
    await deleteSecondFactor(ctx, owner.account_id)
    await audit(ctx, 'removeSecondFactor', owner.account_id)
    await notifyTwoFactorChanged(ctx, owner, 'turned off')
  })
