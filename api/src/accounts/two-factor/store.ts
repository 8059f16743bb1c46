import type { SecondFactor } from '@tideline/sdk/types'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { type Ctx, getWallClockTime, type TransactionContext } from '../../http/context.ts'
import { decryptText, encryptText } from '../../http/encrypted-text.ts'
import { reencryptColumn } from '../../http/reencrypt-column.ts'
import { readSettings } from '../../settings/settings.ts'
import { createRecoveryCodes, findMatchingTimeStep, hashRecoveryCode, stripCodeFormatting } from './codes.ts'

export interface TwoFactorOwner {
  account_id: string
  kind: 'agent' | 'staff'
  email: string
}

/** Returns an active account by its id. */
export const findTwoFactorOwner = (db: Kysely<DB>, accountId: string) =>
  db
    .selectFrom('accounts')
    .select(['account_id', 'kind', 'email', 'first_name'])
    .where('account_id', '=', accountId)
    .where('is_active', '=', true)
    .executeTakeFirst()

interface Factor {
  secret: string | null
  pending: string | null
  enabledAt: Date | null
}

const getLocation = (accountId: string) => ({ row: accountId, column: 'second_factor_sealed' }) as const

/** Returns whether the settings require two-factor authentication for this kind of account. */
export async function isTwoFactorRequired(
  ctx: Pick<Ctx, 'db' | 'now'>,
  kind: TwoFactorOwner['kind'],
): Promise<boolean> {
  const settings = await readSettings(ctx.db, ctx.now)
  return settings[kind === 'staff' ? 'secondFactor.staff' : 'secondFactor.agents']
}

/**
 * Returns the account's two-factor secrets and locks the row. The lock prevents concurrent requests from using the same
 * code.
 */
export async function lockTwoFactorSecret(ctx: TransactionContext, accountId: string): Promise<Factor | undefined> {
  const row = await ctx.db
    .selectFrom('two_factor_secrets')
    .select(['secret_sealed', 'pending_secret_sealed', 'enabled_at'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const opened = (sealed: string | null) => sealed && decryptText(ctx.keys.sealing, getLocation(accountId), sealed)
  return { secret: opened(row.secret_sealed), pending: opened(row.pending_secret_sealed), enabledAt: row.enabled_at }
}

/** Stores a pending secret until one of its codes is confirmed. Replaces an earlier pending secret. */
export async function savePendingSecret(ctx: TransactionContext, accountId: string, secret: string): Promise<void> {
  const pending_secret_sealed = encryptText(ctx.keys.sealing, getLocation(accountId), secret)
  await ctx.db
    .insertInto('two_factor_secrets')
    .values({ account_id: accountId, pending_secret_sealed })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ pending_secret_sealed }))
    .execute()
}

/** Replaces all recovery codes with ten new ones and returns them in plain text. Only the hashes are stored. */
export async function replaceRecoveryCodes(ctx: TransactionContext, accountId: string): Promise<string[]> {
  const codes = createRecoveryCodes()
  await ctx.db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await ctx.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashRecoveryCode(code) })))
    .execute()
  return codes
}

/**
 * Activates the pending secret if the code matches it.
 *
 * @returns new recovery codes; undefined for a wrong code
 */
export async function confirmPendingSecret(
  ctx: TransactionContext,
  accountId: string,
  pending: string,
  code: string,
): Promise<string[] | undefined> {
  const step = findMatchingTimeStep(pending, stripCodeFormatting(code), getWallClockTime(ctx))
  if (step === undefined) return undefined
  await ctx.db
    .updateTable('two_factor_secrets')
    .set({
      secret_sealed: encryptText(ctx.keys.sealing, getLocation(accountId), pending),
      ...{ pending_secret_sealed: null, enabled_at: ctx.now, last_used_step: step },
    })
    .where('account_id', '=', accountId)
    .execute()
  return replaceRecoveryCodes(ctx, accountId)
}

/**
 * Checks a code from the authenticator app and marks its time step as used. The code and all earlier codes are rejected
 * afterward.
 */
async function redeemTimeCode(
  ctx: TransactionContext,
  accountId: string,
  secret: string,
  code: string,
): Promise<boolean> {
  const step = findMatchingTimeStep(secret, code, getWallClockTime(ctx))
  if (step === undefined) return false
  const { numUpdatedRows } = await ctx.db
    .updateTable('two_factor_secrets')
    .set({ last_used_step: step })
    .where('account_id', '=', accountId)
    .where('last_used_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks an unused recovery code as used. Returns false if the code is wrong or was already used. */
async function redeemRecoveryCode(ctx: TransactionContext, accountId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('recovery_codes')
    .set({ used_at: ctx.now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashRecoveryCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Checks an account's authenticator code or recovery code and marks it as used. Each code works only once. Returns the
 * type of code, or undefined if the code is wrong.
 */
export async function consumeCode(ctx: TransactionContext, accountId: string, secret: string, typed: string) {
  const code = stripCodeFormatting(typed)
  if (await redeemTimeCode(ctx, accountId, secret, code)) return 'time' as const
  return (await redeemRecoveryCode(ctx, accountId, code)) ? ('recovery' as const) : undefined
}

/** Deletes the account's two-factor secret and its recovery codes. */
export async function deleteTwoFactorSecret(ctx: TransactionContext, accountId: string): Promise<void> {
  await ctx.db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await ctx.db.deleteFrom('two_factor_secrets').where('account_id', '=', accountId).execute()
}

/** Returns the two-factor status that the account's owner sees. */
export async function toTwoFactorResponse(
  ctx: Ctx,
  holder: Pick<TwoFactorOwner, 'account_id' | 'kind'>,
): Promise<SecondFactor> {
  const row = await ctx.db
    .selectFrom('two_factor_secrets as f')
    .select('f.enabled_at')
    .select((eb) =>
      eb
        .selectFrom('recovery_codes as r')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('r.account_id', '=', 'f.account_id')
        .where('r.used_at', 'is', null)
        .as('left'),
    )
    .where('f.account_id', '=', holder.account_id)
    .executeTakeFirst()
  return {
    isEnabled: Boolean(row?.enabled_at),
    enabledAt: row?.enabled_at?.toISOString() ?? null,
    remainingRecoveryCodes: Number(row?.left ?? 0),
    isRequired: await isTwoFactorRequired(ctx, holder.kind),
  }
}

/** Re-encrypts the two-factor secrets of all accounts with the current (first) encryption key. */
export async function reencryptTwoFactorSecrets(ctx: Pick<Ctx, 'db' | 'keys'>): Promise<void> {
  for (const column of ['secret_sealed', 'pending_secret_sealed'])
    await reencryptColumn(ctx, { table: 'two_factor_secrets', id: 'account_id', column, place: 'second_factor_sealed' })
}
