import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/** The name and contact data that identify a policyholder. */
export interface PolicyholderContact {
  email: string
  phone: string
  firstName: string
  lastName: string
}

/**
 * Returns the policyholder id for each pair of email address and phone number. Creates missing policyholders. Each
 * person then has one log-in for all policies.
 */
export async function getOrCreatePolicyholderIdentities(
  trx: Transaction<DB>,
  people: readonly PolicyholderContact[],
): Promise<string[]> {
  const getKey = (email: string, phoneDigits: string) => `${phoneDigits} ${email.toLowerCase()}`
  const rows = people.map(({ email, phone, firstName, lastName }) => ({
    email,
    phone_digits: phone.replace(/\D/g, ''),
    first_name: firstName,
    last_name: lastName,
  }))
  // Of several rows with one identity, the first one names a new policyholder.
  const byKey = new Map(rows.toReversed().map((row) => [getKey(row.email, row.phone_digits), row]))
  const stored = await trx
    .insertInto('policyholder_identities')
    .values([...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row))
    .onConflict((conflict) =>
      conflict.columns(['email', 'phone_digits']).doUpdateSet((row) => ({ email: row.ref('excluded.email') })),
    )
    .returning(['identity_id', 'email', 'phone_digits'])
    .execute()
  const ids = new Map(stored.map((row) => [getKey(row.email, row.phone_digits), row.identity_id]))
  return rows.map((row) => ids.get(getKey(row.email, row.phone_digits)) as string)
}
