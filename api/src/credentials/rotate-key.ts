import type { AdminApiKey, AdminApiKeyCreated, AdminApiKeyRotate } from '@tideline/sdk/types'
import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { requireApiKey } from './admin-api-keys.ts'
import { insertApiKey, parseExpiration } from './create-api-key.ts'
import { generateApiKey, getKeyMode } from './key-format.ts'

/** Locks a key's row and returns the key. Throws 404. */
async function lockKey(ctx: TransactionContext, id: string): Promise<AdminApiKey> {
  await ctx.db.selectFrom('api_keys').select('key_id').where('key_id', '=', id).forUpdate().execute()
  return requireApiKey(ctx, id)
}

const wasReplaced = async ({ db }: TransactionContext, id: string) =>
  (await db.selectFrom('api_keys').select('key_id').where('replaced_key_id', '=', id).executeTakeFirst()) !== undefined

/**
 * Creates a replacement for a key. The old key stays valid until the end of the overlap or until the old key expires,
 * whichever is earlier.
 * @throws {ApiError} 404 if the key does not exist; 409 if it was replaced or revoked or has expired; the errors of
 * `createApiKey`
 */
export const rotateApiKey = (ctx: Ctx, id: string, input: AdminApiKeyRotate): Promise<AdminApiKeyCreated> =>
  runInTransaction(ctx, async (ctx) => {
    const old = await lockKey(ctx, id)
    if (old.state !== 'active' || (await wasReplaced(ctx, id)))
      throw createConflictError('key_inactive', 'This key was already replaced or revoked, or has expired.')
    const drawn = generateApiKey(getKeyMode(ctx.config))
    const { name, accountId, scopes } = old
    const expiresAt = parseExpiration(ctx.now, input.expiresAt)
    const key = await insertApiKey(ctx, { name, accountId, scopes, expiresAt, replaces: id }, drawn)
    const ends = Math.min(ctx.now.getTime() + input.overlapHours * 3_600_000, Date.parse(old.expiresAt))
    // A key must expire after it was created, so the earliest expiration is one millisecond after creation.
    const end = new Date(Math.max(ends, Date.parse(old.createdAt) + 1))
    await ctx.db.updateTable('api_keys').set({ expires_at: end }).where('key_id', '=', id).execute()
    return { secret: drawn.text, key }
  })

/** Revokes a key immediately. Does nothing if the key is already revoked. Throws 404. */
export const revokeApiKey = (ctx: Ctx, id: string): Promise<AdminApiKey> =>
  runInTransaction(ctx, async (ctx) => {
    const key = await lockKey(ctx, id)
    if (key.revokedAt) return key
    await ctx.db.updateTable('api_keys').set({ revoked_at: ctx.now }).where('key_id', '=', id).execute()
    await writeAuditEntry(ctx, {
      action: 'apiKey.revoke',
      entity: 'apiKey',
      entityId: id,
      details: { name: key.name, prefix: key.prefix, accountId: key.accountId },
    })
    return requireApiKey(ctx, id)
  })
