import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Returns the id of the policyholder with this email address and phone number, and creates the policyholder if
 * necessary. One person then has one log-in for all policies.
 */
export async function getOrCreatePolicyholderIdentity(
  trx: Transaction<DB>,
  person: { email: string; phone: string; firstName: string; lastName: string },
): Promise<string> {
  const { identity_id } = await trx
    .insertInto('policyholder_identities')
    .values({
      email: person.email,
      phone_digits: person.phone.replace(/\D/g, ''),
      first_name: person.firstName,
      last_name: person.lastName,
    })
    .onConflict((conflict) => conflict.columns(['email', 'phone_digits']).doUpdateSet({ email: person.email }))
    .returning('identity_id')
    .executeTakeFirstOrThrow()
  return identity_id
}
