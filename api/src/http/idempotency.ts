import { createHash } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { sql } from 'kysely'
import { createConflictError, createUnprocessableError } from './api-error.ts'
import type { Actor, Ctx } from './context.ts'

/** Time after which a key in progress counts as abandoned because its process was killed. */
const abandonedAfter = '60 seconds'

export interface StoredResponse {
  status: number
  body: string
  contentType: string
  /** Body to store instead of the response if the response contains a secret that is shown only once. */
  kept?: string
}

/**
 * Returns the owner of the caller's idempotency keys. A policyholder whose session is limited to one policy has a
 * separate owner for that policy.
 */
function getOwner(actor: Actor): string {
  if ('accountId' in actor) return actor.accountId
  if (actor.kind !== 'insured') return actor.kind
  const { identityId, identification: by } = actor
  return by.method === 'link' ? `${identityId} ${by.policyId} ${by.agencyId}` : identityId
}

interface KeyRow {
  request_hash: string
  /** Encrypted response, because some responses contain a client secret. */
  response: { sealed: string } | null
  taken: boolean
}

const seal = (ctx: Ctx, { kept, ...response }: StoredResponse) =>
  new CompactEncrypt(new TextEncoder().encode(JSON.stringify({ ...response, body: kept ?? response.body })))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(ctx.keys.linkToken)

const unseal = async (ctx: Ctx, sealed: string): Promise<StoredResponse> =>
  JSON.parse(new TextDecoder().decode((await compactDecrypt(sealed, ctx.keys.linkToken)).plaintext))

/**
 * Reserves the key for this request, or returns the existing row of the key. A key that an earlier request abandoned is
 * reserved again.
 */
async function lockKey(ctx: Ctx, owner: string, operation: string, hash: string): Promise<KeyRow | undefined> {
  const key = ctx.idempotencyKey ?? ''
  const { rows } = await sql<KeyRow>`
    with fresh as (
      insert into idempotency_keys (key, actor, request_hash, operation) values (${key}, ${owner}, ${hash}, ${operation})
      on conflict (key, actor) do update set request_hash = excluded.request_hash, operation = excluded.operation,
          status = null, response = null, locked_at = now(), completed_at = null, expires_at = now() + interval '24 hours'
        where idempotency_keys.expires_at < now() or (idempotency_keys.response is null
          and idempotency_keys.locked_at < now() - ${abandonedAfter}::interval
          and idempotency_keys.request_hash = excluded.request_hash)
      returning request_hash, response, true as taken
    )
    select * from fresh
    union all
    select request_hash, response, false from idempotency_keys
      where key = ${key} and actor = ${owner} and not exists (select from fresh)`.execute(ctx.db)
  return rows[0]
}

/**
 * Runs an unsafe request once per `Idempotency-Key` and caller. A repeated request gets the stored response, a
 * concurrent one gets 409, and a different request with the same key gets 422. Errors are not stored so that a retry
 * can succeed.
 */
export async function runIdempotentRequest(
  ctx: Ctx,
  operation: string,
  request: string,
  run: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const key = ctx.idempotencyKey
  if (!key) return run()
  const owner = getOwner(ctx.actor)
  const hash = createHash('sha256').update(request).digest('hex')
  const row = await lockKey(ctx, owner, operation, hash)
  if (row && row.request_hash !== hash)
    throw createUnprocessableError(
      'key_reused',
      'Idempotency-Key: this key was already used for a different request.',
      'Idempotency-Key',
    )
  if (row?.response) return unseal(ctx, row.response.sealed)
  // If there is no row, another process committed its row between the insert and the read.
  if (!row?.taken)
    throw createConflictError('in_progress', 'This request is still in progress. Please wait for its response.')
  try {
    const response = await run()
    await sql`update idempotency_keys set status = ${response.status}, response = ${JSON.stringify({ sealed: await seal(ctx, response) })}::jsonb,
      completed_at = now() where key = ${key} and actor = ${owner}`.execute(ctx.db)
    return response
  } catch (problem) {
    await sql`delete from idempotency_keys where key = ${key} and actor = ${owner} and response is null`.execute(ctx.db)
    throw problem
  }
}
