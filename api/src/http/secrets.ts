import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { DB } from '../db/schema.ts'

/**
 * The signing and encryption keys, 32 random bytes each, made once and kept in the database so that every process
 * uses the same. Safe when several processes start at once: the first row wins.
 */
export async function loadSecret(db: Kysely<DB>, name: 'access-token' | 'link-token' | 'sealing'): Promise<Uint8Array> {
  const fresh = randomBytes(32).toString('base64')
  await sql`insert into secrets (name, value) values (${name}, ${fresh}) on conflict (name) do nothing`.execute(db)
  const { rows } = await sql<{ value: string }>`select value from secrets where name = ${name}`.execute(db)
  return Buffer.from(rows[0]?.value ?? '', 'base64')
}

/** The keys that tokens are signed and sealed with, and numbers that are kept. */
export interface Keys {
  accessToken: Uint8Array
  linkToken: Uint8Array
  /** The first one seals tax ids and bank accounts, all of them open: a new one is put before the old. */
  sealing: readonly Uint8Array[]
}

/** The deployment's own keys; without them (never in production) keys that are made once and kept in the database. */
export const loadKeys = async (
  db: Kysely<DB>,
  config: Pick<Config, 'ACCESS_TOKEN_KEY' | 'LINK_TOKEN_KEY' | 'SEALING_KEYS'>,
): Promise<Keys> => ({
  accessToken: config.ACCESS_TOKEN_KEY ?? (await loadSecret(db, 'access-token')),
  linkToken: config.LINK_TOKEN_KEY ?? (await loadSecret(db, 'link-token')),
  sealing: config.SEALING_KEYS ?? [await loadSecret(db, 'sealing')],
})
