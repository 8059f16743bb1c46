import { createHmac } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { SecretKeys } from '../../http/secrets.ts'
import { maxCodesPerDay, type SentCode } from './code.ts'

/**
 * Returns the hash of a code for storage. The hash uses a secret key because a plain hash of six digits is easy to
 * reverse.
 */
export const getCodeHash = (keys: SecretKeys, familyId: string, code: string) =>
  createHmac('sha256', keys.linkToken).update(`signing-code ${familyId} ${code}`).digest('hex')

/** Locks an insured's identity. Concurrent code requests then run one after the other. */
export const lockIdentity = (trx: Transaction<DB>, identityId: string) =>
  trx
    .selectFrom('policyholder_identities')
    .select('identity_id')
    .where('identity_id', '=', identityId)
    .forNoKeyUpdate()
    .execute()

/** Returns the times at which codes were sent for a policy, newest first. */
export const getSentTimes = async (trx: Transaction<DB>, policyId: string): Promise<Date[]> =>
  (
    await trx
      .selectFrom('signing_codes')
      .select('created_at')
      .where('policy_id', '=', policyId)
      .orderBy('created_at', 'desc')
      .limit(maxCodesPerDay)
      .execute()
  ).map((row) => row.created_at)

/**
 * What a code confirms: that the insured has access to the address on file, or to the new address of an email change
 * (POL-16).
 */
export type CodePurpose = 'identify' | 'changeEmail'

export const saveCode = (
  trx: Transaction<DB>,
  code: {
    familyId: string
    identityId: string
    policyId: string
    sentTo: string
    hash: string
    purpose: CodePurpose
    now: Date
    until: Date
  },
) =>
  trx
    .insertInto('signing_codes')
    .values({
      family_id: code.familyId,
      identity_id: code.identityId,
      policy_id: code.policyId,
      sent_to: code.sentTo,
      code_hash: code.hash,
      purpose: code.purpose,
      created_at: code.now,
      expires_at: code.until,
    })
    .returning('signing_code_id')
    .executeTakeFirstOrThrow()

/**
 * Returns the newest code of a session for a policy and a purpose. Locks the code until the transaction ends so that guesses are
 * checked one at a time.
 */
export async function lockNewestCode(
  trx: Transaction<DB>,
  familyId: string,
  policyId: string,
  purpose: CodePurpose,
): Promise<(SentCode & { id: string }) | undefined> {
  const row = await trx
    .selectFrom('signing_codes')
    .selectAll()
    .where('family_id', '=', familyId)
    .where('policy_id', '=', policyId)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      id: row.signing_code_id,
      hash: row.code_hash,
      sentTo: row.sent_to,
      failedAttempts: row.failed_attempts,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
    }
  )
}

export const countWrongGuess = (trx: Transaction<DB>, id: string) =>
  trx
    .updateTable('signing_codes')
    .set((eb) => ({ failed_attempts: eb('failed_attempts', '+', 1) }))
    .where('signing_code_id', '=', id)
    .execute()

export const redeemCode = (trx: Transaction<DB>, id: string, now: Date) =>
  trx.updateTable('signing_codes').set({ used_at: now }).where('signing_code_id', '=', id).execute()
