import type { AdminApiKey, AdminApiKeyCreated, AdminApiKeyWrite } from '@tideline/sdk/types'
import { getAccountActor } from '../accounts/actor.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { createForbiddenError, createUnprocessableError } from '../http/api-error.ts'
import { createBadRequestError } from '../http/collection.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { requireApiKey } from './admin-api-keys.ts'
import { generateApiKey, getKeyMode, hashApiKey } from './key-format.ts'
import { assertValidScopes } from './validate-scopes.ts'

const longestMs = 2 * 366 * 86_400_000

/** Parses the expiration of a key. Throws 400 if the expiration is in the past or more than two years ahead. */
export function parseExpiration(now: Date, text: string): Date {
  const end = new Date(text)
  if (end <= now) throw createBadRequestError('expiresAt', 'a time in the future.')
  if (end.getTime() - now.getTime() > longestMs) throw createBadRequestError('expiresAt', 'within two years.')
  return end
}

/**
 * Checks that the account of the key is the creator's own or an agent's. Otherwise, a staff member could use a
 * colleague's key to approve their own changes.
 * @throws {ApiError} 422 if the account is not allowed or inactive, or cannot use the scopes
 */
async function assertAllowedKeyAccount(
  ctx: TransactionContext,
  input: Pick<AdminApiKeyWrite, 'accountId' | 'scopes'>,
): Promise<void> {
  const owner = await getAccountActor(ctx.db, input.accountId)
  if (!owner)
    throw createUnprocessableError('key_not_allowed', 'accountId: no active account with this ID exists.', 'accountId')
  if (owner.kind !== 'agent' && input.accountId !== getAccountId(ctx.actor))
    throw createUnprocessableError(
      'key_not_allowed',
      'accountId: staff can create keys for themselves and for agents.',
      'accountId',
    )
  assertValidScopes(owner, input.scopes)
}

type Input = Omit<AdminApiKeyWrite, 'expiresAt'> & { expiresAt: Date; replaces?: string }

/** Stores a generated key and writes its audit entry. Only a hash of the secret is stored. */
export async function insertApiKey(
  ctx: TransactionContext,
  input: Input,
  drawn: { prefix: string; text: string },
): Promise<AdminApiKey> {
  const createdBy = getAccountId(ctx.actor)
  const [sealing] = ctx.keys.sealing
  if (!createdBy || !sealing) throw createForbiddenError()
  await assertAllowedKeyAccount(ctx, input)
  const scopes = [...input.scopes].sort()
  const { key_id } = await ctx.db
    .insertInto('api_keys')
    .values({
      ...{ account_id: input.accountId, name: input.name.trim(), mode: getKeyMode(ctx.config), prefix: drawn.prefix },
      ...{ secret_hash: hashApiKey(sealing, drawn.text), scopes, created_at: ctx.now, created_by: createdBy },
      ...{ expires_at: input.expiresAt, replaced_key_id: input.replaces ?? null },
    })
    .returning('key_id')
    .executeTakeFirstOrThrow()
  const key = await requireApiKey(ctx, key_id)
  await writeAuditEntry(ctx, {
    action: input.replaces ? 'apiKey.rotate' : 'apiKey.create',
    entity: 'apiKey',
    entityId: key_id,
    details: {
      ...{ name: key.name, prefix: key.prefix, accountId: key.accountId, scopes, expiresAt: key.expiresAt },
      ...(input.replaces ? { replaces: input.replaces } : {}),
    },
  })
  return key
}

/**
 * Creates a key and returns its secret, which is shown only once.
 *
 * @throws {ApiError} 400 if the expiration is invalid; 422 if the account or scopes are not allowed
 */
export const createApiKey = (ctx: Ctx, input: AdminApiKeyWrite): Promise<AdminApiKeyCreated> =>
  runInTransaction(ctx, async (ctx) => {
    const drawn = generateApiKey(getKeyMode(ctx.config))
    const key = await insertApiKey(ctx, { ...input, expiresAt: parseExpiration(ctx.now, input.expiresAt) }, drawn)
    return { secret: drawn.text, key }
  })
