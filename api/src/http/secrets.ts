import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { DB } from '../db/schema.ts'

/**
 * Returns a signing or encryption key of 32 random bytes. The key is created once and stored in the database for all
 * processes. If several processes create it at the same time, the first row is used.
 */
async function loadSecret(db: Kysely<DB>, name: 'access-token' | 'link-token' | 'sealing'): Promise<Uint8Array> {
  const fresh = randomBytes(32).toString('base64')
  await sql`insert into secrets (name, value) values (${name}, ${fresh}) on conflict (name) do nothing`.execute(db)
  const { rows } = await sql<{ value: string }>`select value from secrets where name = ${name}`.execute(db)
  return Buffer.from(rows[0]?.value ?? '', 'base64')
}

/** Keys for signing and encrypting tokens and for encrypting stored numbers. */
export interface SecretKeys {
  accessToken: Uint8Array
  linkToken: Uint8Array
  /**
   * Keys that encrypt stored data such as tax ids and bank accounts. The first key encrypts new data, and every key can
   * decrypt. To change the key, add the new one at the start.
   */
  sealing: readonly Uint8Array[]
}

/** Returns the configured keys. Outside production, missing keys are created once and stored in the database. */
export const loadSecretKeys = async (
  db: Kysely<DB>,
  config: Pick<Config, 'ACCESS_TOKEN_KEY' | 'LINK_TOKEN_KEY' | 'SEALING_KEYS'>,
): Promise<SecretKeys> => ({
  accessToken: config.ACCESS_TOKEN_KEY ?? (await loadSecret(db, 'access-token')),
  linkToken: config.LINK_TOKEN_KEY ?? (await loadSecret(db, 'link-token')),
  sealing: config.SEALING_KEYS ?? [await loadSecret(db, 'sealing')],
})
