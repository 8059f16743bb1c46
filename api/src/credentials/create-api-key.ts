import type { AdminApiKey, AdminApiKeyMade, AdminApiKeyWrite } from '@tideline/sdk/types'
import { getAccountActor } from '../accounts/actor.ts'
import { writeAudit } from '../audit/audit.ts'
import { forbidden, rejected } from '../http/api-error.ts'
import { badRequest } from '../http/collection.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { requireApiKey } from './admin-api-keys.ts'
import { generateKey, getHash, getMode } from './key-text.ts'
import { assertValidScopes } from './validate-scopes.ts'

const longestMs = 2 * 366 * 86_400_000

/** When a key is to end. Throws 400 for a moment that has passed or lies further ahead than two years. */
export function getEnd(now: Date, text: string): Date {
  const end = new Date(text)
  if (end <= now) throw badRequest('expiresAt', 'a time in the future.')
  if (end.getTime() - now.getTime() > longestMs) throw badRequest('expiresAt', 'within two years.')
  return end
}

/**
 * Whom a key may act as: whoever makes it, or an agent. A key of another member of staff would be their signature on what
 * needs two people.
 *
 * @throws 422, also for an account that is switched off and for scopes that it has no use for
 */
async function requireFittingAccount(
  ctx: TransactionContext,
  wish: Pick<AdminApiKeyWrite, 'accountId' | 'scopes'>,
): Promise<void> {
  const owner = await getAccountActor(ctx.db, wish.accountId)
  if (!owner) throw rejected('unfitting_key', 'accountId: no active account with this ID exists.', 'accountId')
  if (owner.kind !== 'agent' && wish.accountId !== getAccountId(ctx.actor))
    throw rejected('unfitting_key', 'accountId: staff can create keys for themselves and for agents.', 'accountId')
  assertValidScopes(owner, wish.scopes)
}

type Wish = Omit<AdminApiKeyWrite, 'expiresAt'> & { expiresAt: Date; replaces?: string }

/** Writes a key that was drawn, with its audit entry; the whole text is kept nowhere. */
export async function writeKey(
  ctx: TransactionContext,
  wish: Wish,
  drawn: { prefix: string; text: string },
): Promise<AdminApiKey> {
  const madeBy = getAccountId(ctx.actor)
  const [sealing] = ctx.keys.sealing
  if (!madeBy || !sealing) throw forbidden()
  await requireFittingAccount(ctx, wish)
  const scopes = [...wish.scopes].sort()
  const { key_id } = await ctx.db
    .insertInto('api_keys')
    .values({
      ...{ account_id: wish.accountId, name: wish.name.trim(), mode: getMode(ctx.config), prefix: drawn.prefix },
      ...{ secret_hash: getHash(sealing, drawn.text), scopes, made_at: ctx.now, made_by: madeBy },
      ...{ expires_at: wish.expiresAt, replaces: wish.replaces ?? null },
    })
    .returning('key_id')
    .executeTakeFirstOrThrow()
  const key = await requireApiKey(ctx, key_id)
  await writeAudit(ctx, {
    action: wish.replaces ? 'apiKey.rotate' : 'apiKey.create',
    entity: 'apiKey',
    entityId: key_id,
    details: {
      ...{ name: key.name, prefix: key.prefix, accountId: key.accountId, scopes, expiresAt: key.expiresAt },
      ...(wish.replaces ? { replaces: wish.replaces } : {}),
    },
  })
  return key
}

/** Makes a key and gives its secret, this once. Throws 400 for its end and 422 for an account or scopes that do not fit. */
export const createApiKey = (ctx: Ctx, wish: AdminApiKeyWrite): Promise<AdminApiKeyMade> =>
  inTransaction(ctx, async (ctx) => {
    const drawn = generateKey(getMode(ctx.config))
    const key = await writeKey(ctx, { ...wish, expiresAt: getEnd(ctx.now, wish.expiresAt) }, drawn)
    return { secret: drawn.text, key }
  })
