import { type Kysely, sql } from 'kysely'
import { getAccountActor } from '../accounts/actor.ts'
import type { Config } from '../config/config.ts'
import type { DB } from '../db/schema.ts'
import type { Actor } from '../http/context.ts'
import type { SecretKeys } from '../http/secrets.ts'
import { getKeyMode, getKeyPrefix, hashApiKey, matchesKeyHash } from './key-format.ts'

interface KeyRow {
  key_id: string
  name: string
  account_id: string
  secret_hash: Buffer
  scopes: string[]
  /** Whether the last use must be recorded: it was never recorded, or more than a minute ago. */
  must_record_use: boolean
}

/**
 * Creates the authenticator for API keys. The actor is the key's account, limited to the key's scopes. Nothing is
 * cached, so changes of keys, roles and accounts take effect immediately in every process.
 */
export function createKeyAuthenticator(
  db: Kysely<DB>,
  keys: Pick<SecretKeys, 'sealing'>,
  config: Pick<Config, 'isProduction'>,
) {
  return async (token: string, now: Date): Promise<Actor | undefined> => {
    const prefix = getKeyPrefix(token)
    if (!prefix) return undefined
    const { rows } = await sql<KeyRow>`
      select key_id, name, account_id, secret_hash, scopes,
        last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute' as must_record_use
      from api_keys
      where prefix = ${prefix} and mode = ${getKeyMode(config)} and revoked_at is null and expires_at > ${now}`.execute(
      db,
    )
    const row = rows[0]
    if (!row || !matchesKeyHash(keys.sealing, token, row.secret_hash)) return undefined
    const key = { keyId: row.key_id, name: row.name, scopes: new Set(row.scopes) }
    const actor = await getAccountActor(db, row.account_id, key)
    if (actor && row.must_record_use) await recordUse(db, row.key_id, now, hashUnder(keys, token))
    return actor
  }
}

/**
 * Returns the key's hash with the first key of SEALING_KEYS. The stored hash is updated whenever the API key is used.
 * The API key then stays valid after older SEALING_KEYS are removed.
 */
const hashUnder = ({ sealing: [first = new Uint8Array()] }: Pick<SecretKeys, 'sealing'>, token: string) =>
  hashApiKey(first, token)

/** Records the last use and the current hash, at most once a minute to reduce writes. */
const recordUse = (db: Kysely<DB>, keyId: string, now: Date, hash: Buffer) =>
  sql`update api_keys set last_used_at = ${now}, secret_hash = ${hash} where key_id = ${keyId}
    and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')`.execute(db)
