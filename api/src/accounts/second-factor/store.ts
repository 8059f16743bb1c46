import type { SecondFactor } from '@tideline/sdk/types'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { type Ctx, type TransactionContext, worldNow } from '../../http/context.ts'
import { resealColumn } from '../../http/reseal.ts'
import { seal, unseal } from '../../http/sealed-text.ts'
import { readSettings } from '../../settings/settings.ts'
import { getHash, getStep, newRecoveryCodes, stripCodeFormatting } from './codes.ts'

export interface Holder {
  account_id: string
  kind: 'agent' | 'staff'
  email: string
}

/** An account by its id, if it may log in. */
export const findHolder = (db: Kysely<DB>, accountId: string) =>
  db
    .selectFrom('accounts')
    .select(['account_id', 'kind', 'email', 'first_name'])
    .where('account_id', '=', accountId)
    .where('is_active', '=', true)
    .executeTakeFirst()

interface Factor {
  secret: string | null
  pending: string | null
  since: Date | null
}

const getLocation = (accountId: string) => ({ row: accountId, column: 'second_factor_sealed' }) as const

/** Whether the house demands a second factor of accounts of this kind. */
export async function isTwoFactorRequired(ctx: Pick<Ctx, 'db' | 'now'>, kind: Holder['kind']): Promise<boolean> {
  const settings = await readSettings(ctx.db, ctx.now)
  return settings[kind === 'staff' ? 'secondFactor.staff' : 'secondFactor.agents']
}

/** An account's factor, locked, so that of two who bring the same code one waits. */
export async function lockFactor(ctx: TransactionContext, accountId: string): Promise<Factor | undefined> {
  const row = await ctx.db
    .selectFrom('second_factors')
    .select(['secret_sealed', 'pending_sealed', 'since'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const opened = (sealed: string | null) => sealed && unseal(ctx.keys.sealing, getLocation(accountId), sealed)
  return { secret: opened(row.secret_sealed), pending: opened(row.pending_sealed), since: row.since }
}

/** Keeps a secret that was shown until a code of it is confirmed; one that was shown before no longer works. */
export async function savePendingFactor(ctx: TransactionContext, accountId: string, secret: string): Promise<void> {
  const pending_sealed = seal(ctx.keys.sealing, getLocation(accountId), secret)
  await ctx.db
    .insertInto('second_factors')
    .values({ account_id: accountId, pending_sealed })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ pending_sealed }))
    .execute()
}

/** Ten new recovery codes in the place of all that there were. They are readable here only. */
export async function replaceRecoveryCodes(ctx: TransactionContext, accountId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await ctx.db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await ctx.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: getHash(code) })))
    .execute()
  return codes
}

/**
 * Makes the pending secret the account's, by a code of it.
 *
 * @returns new recovery codes; nothing for a wrong code
 */
export async function confirmPending(
  ctx: TransactionContext,
  accountId: string,
  pending: string,
  code: string,
): Promise<string[] | undefined> {
  const step = getStep(pending, stripCodeFormatting(code), worldNow(ctx))
  if (step === undefined) return undefined
  await ctx.db
    .updateTable('second_factors')
    .set({
      secret_sealed: seal(ctx.keys.sealing, getLocation(accountId), pending),
      ...{ pending_sealed: null, since: ctx.now, last_step: step },
    })
    .where('account_id', '=', accountId)
    .execute()
  return replaceRecoveryCodes(ctx, accountId)
}

/** Whether this is the code that the app shows, which then is not taken again, nor is one before it. */
async function spendTimeCode(
  ctx: TransactionContext,
  accountId: string,
  secret: string,
  code: string,
): Promise<boolean> {
  const step = getStep(secret, code, worldNow(ctx))
  if (step === undefined) return false
  const { numUpdatedRows } = await ctx.db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether this is a recovery code that nobody has used, which then is used. */
async function spendRecoveryCode(ctx: TransactionContext, accountId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('recovery_codes')
    .set({ used_at: ctx.now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', getHash(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Takes a code of the account, by time or for recovery; each is good once. */
export async function consumeRecoveryCode(ctx: TransactionContext, accountId: string, secret: string, typed: string) {
  const code = stripCodeFormatting(typed)
  if (await spendTimeCode(ctx, accountId, secret, code)) return 'time' as const
  return (await spendRecoveryCode(ctx, accountId, code)) ? ('recovery' as const) : undefined
}

/** Takes an account's second factor away with all that belongs to it. */
export async function deleteSecondFactor(ctx: TransactionContext, accountId: string): Promise<void> {
  await ctx.db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await ctx.db.deleteFrom('second_factors').where('account_id', '=', accountId).execute()
}

/** An account's second factor as its owner sees it. */
export async function presentFactor(ctx: Ctx, holder: Pick<Holder, 'account_id' | 'kind'>): Promise<SecondFactor> {
  const row = await ctx.db
    .selectFrom('second_factors as f')
    .select('f.since')
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
    isOn: Boolean(row?.since),
    since: row?.since?.toISOString() ?? null,
    recoveryCodesLeft: Number(row?.left ?? 0),
    isDemanded: await isTwoFactorRequired(ctx, holder.kind),
  }
}

/** Seals the secrets of all accounts with the first key. */
export async function resealFactors(ctx: Pick<Ctx, 'db' | 'keys'>): Promise<void> {
  for (const column of ['secret_sealed', 'pending_sealed'])
    await resealColumn(ctx, { table: 'second_factors', id: 'account_id', column, place: 'second_factor_sealed' })
}
