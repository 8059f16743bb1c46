import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { CompactEncrypt, compactDecrypt } from 'jose'
import { sql, type Transaction } from 'kysely'
import { isDatabaseUnavailable } from '../db/availability.ts'
import { prepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import { ApiError, createConflictError, createUnprocessableError } from './api-error.ts'
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
  /** True if an earlier request has committed changes and stopped before its response was stored. */
  is_response_lost: boolean
  /** Time of the lock with microseconds. Identifies the request that holds the key. */
  locked_at: string
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
 * reserved again, unless that request has already committed changes.
 */
async function lockKey(ctx: Ctx, owner: string, operation: string, hash: string): Promise<KeyRow | undefined> {
  const key = ctx.idempotencyKey ?? ''
  const { rows } = await sql<KeyRow>`${prepared}
    with fresh as (
      insert into idempotency_keys (key, actor, request_hash, operation) values (${key}, ${owner}, ${hash}, ${operation})
      on conflict (key, actor) do update set request_hash = excluded.request_hash, operation = excluded.operation,
          status = null, response = null, locked_at = now(), committed_at = null, completed_at = null,
          expires_at = now() + interval '24 hours'
        where idempotency_keys.expires_at < now() or (idempotency_keys.response is null
          and idempotency_keys.committed_at is null
          and idempotency_keys.locked_at < now() - ${abandonedAfter}::interval
          and idempotency_keys.request_hash = excluded.request_hash)
      returning request_hash, response, false as is_response_lost, locked_at::text, true as taken
    )
    select * from fresh
    union all
    select request_hash, response,
        response is null and committed_at is not null and locked_at < now() - ${abandonedAfter}::interval,
        locked_at::text, false
      from idempotency_keys
      where key = ${key} and actor = ${owner} and not exists (select from fresh)`.execute(ctx.db)
  return rows[0]
}

/**
 * Returns the lock of a request on its key. The first transaction of the request that changes data marks the key as
 * committed, so that no other request can repeat the changes, even if this process stops before it stores the response
 * (SYS-3).
 */
function createKeyLock(key: string, owner: string, lockedAt: string) {
  const ownKey = sql`key = ${key} and actor = ${owner} and locked_at = ${lockedAt}::timestamptz and response is null`
  return {
    isCommitted: false,
    async markAsCommitted(db: Transaction<DB>) {
      // A transaction that has not changed or locked rows has no ID yet.
      const { rows } = await sql<{ has_changes: boolean; is_marked: boolean }>`${prepared}
        with transaction as (select pg_current_xact_id_if_assigned() is not null as has_changes),
        marked as (
          update idempotency_keys set committed_at = now() from transaction where has_changes and ${ownKey} returning key
        )
        select has_changes, exists (select from marked) as is_marked from transaction`.execute(db)
      if (rows[0]?.has_changes && !rows[0].is_marked) throw createInProgressError()
      return rows[0]?.has_changes ?? false
    },
    store: (ctx: Ctx, status: number, sealed: string) =>
      sql`${prepared} update idempotency_keys set status = ${status}, response = ${JSON.stringify({ sealed })}::jsonb,
        completed_at = now() where ${ownKey}`.execute(ctx.db),
    /** Makes the key available again. */
    release: (ctx: Ctx) => sql`delete from idempotency_keys where ${ownKey}`.execute(ctx.db),
    /** Makes the key available again unless changes were committed. */
    releaseIfUnchanged: (ctx: Ctx) =>
      sql`delete from idempotency_keys where ${ownKey} and committed_at is null`.execute(ctx.db),
  }
}

const createInProgressError = () =>
  createConflictError('in_progress', 'This request is still in progress. Please wait for its response.')

const createResponseLostError = () =>
  createConflictError(
    'response_lost',
    'The first attempt may already be saved, but its confirmation was lost. Reload to see the result before you try again.',
  )

/**
 * Runs an unsafe request once per `Idempotency-Key` and caller. A repeated request gets the stored response, a
 * concurrent one gets 409, and a different request with the same key gets 422. Rejections are not stored so that a
 * retry can succeed. If changes were committed but their response was lost, a repeated request gets 409 (SYS-3).
 */
export async function runIdempotentRequest(
  ctx: Ctx,
  operation: string,
  request: string,
  run: (ctx: Ctx) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const key = ctx.idempotencyKey
  if (!key) return run(ctx)
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
  if (row?.is_response_lost) throw createResponseLostError()
  // If there is no row, another process committed its row between the insert and the read.
  if (!row?.taken) throw createInProgressError()
  const lock = createKeyLock(key, owner, row.locked_at)
  let response: StoredResponse
  try {
    response = await run({ ...ctx, keyLock: lock })
  } catch (problem) {
    const release = () => (problem instanceof ApiError ? lock.release(ctx) : lock.releaseIfUnchanged(ctx))
    await runOrRetry(ctx, release)
    // The caller must not conclude from a 503 that nothing was changed.
    throw lock.isCommitted && isDatabaseUnavailable(problem) ? createResponseLostError() : problem
  }
  const sealed = await seal(ctx, response)
  await runOrRetry(ctx, () => lock.store(ctx, response.status, sealed))
  return response
}

/** Updates a key. If the database is down, repeats the update each second without delaying the response. */
async function runOrRetry(ctx: Ctx, update: () => Promise<unknown>): Promise<void> {
  const attempts = 60
  const retry = async () => {
    for (let attempt = 1; ; attempt++) {
      await wait(1000, undefined, { ref: false })
      try {
        await update()
        return
      } catch (error) {
        if (attempt < attempts) continue
        ctx.log.warn({ err: error, requestId: ctx.requestId }, 'the idempotency key was not updated')
        return
      }
    }
  }
  await update().catch(() => void retry())
}
