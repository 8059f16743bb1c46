import { type Kysely, sql } from 'kysely'
import { getAccountActor } from '../accounts/actor.ts'
import type { Config } from '../config/config.ts'
import type { DB } from '../db/schema.ts'
import type { Actor } from '../http/context.ts'
import type { Keys } from '../http/secrets.ts'
import { getHash, getMode, getPrefix, matchesHash } from './key-text.ts'

interface KeyRow {
  key_id: string
  name: string
  account_id: string
  secret_hash: Buffer
  scopes: string[]
  /** Whether its last use is written down a minute ago or longer. */
  is_use_to_be_told: boolean
}

/**
 * Who a program's key acts as: its account, narrowed to the key's scopes. Nothing is remembered between calls, so that a
 * revocation, an end, a role taken away or an account switched off counts at once, at every process.
 */
export function createKeyReader(db: Kysely<DB>, keys: Pick<Keys, 'sealing'>, config: Pick<Config, 'isProduction'>) {
  return async (token: string, now: Date): Promise<Actor | undefined> => {
    const prefix = getPrefix(token)
    if (!prefix) return undefined
    const { rows } = await sql<KeyRow>`
      select key_id, name, account_id, secret_hash, scopes,
        last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute' as is_use_to_be_told
      from api_keys
      where prefix = ${prefix} and mode = ${getMode(config)} and revoked_at is null and expires_at > ${now}`.execute(db)
    const row = rows[0]
    if (!row || !matchesHash(keys.sealing, token, row.secret_hash)) return undefined
    const key = { keyId: row.key_id, name: row.name, scopes: new Set(row.scopes) }
    const actor = await getAccountActor(db, row.account_id, key)
    if (actor && row.is_use_to_be_told) await recordUse(db, row.key_id, now, hashUnder(keys, token))
    return actor
  }
}

/** A key's hash under the first sealing key: one that is used goes on when an earlier sealing key is taken away. */
const hashUnder = ({ sealing: [first = new Uint8Array()] }: Pick<Keys, 'sealing'>, token: string) =>
  getHash(first, token)

/** At most once a minute, whoever asks first: a key that calls a thousand times a second writes its row once. */
const recordUse = (db: Kysely<DB>, keyId: string, now: Date, hash: Buffer) =>
  sql`update api_keys set last_used_at = ${now}, secret_hash = ${hash} where key_id = ${keyId}
    and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')`.execute(db)
