import type { Kysely, Selectable } from 'kysely'
import type { DB, PolicyTransaction } from '../db/schema.ts'
import { formatAddressLine } from '../providers/addresses/suggestion.ts'

type Mailing = Pick<
  Selectable<PolicyTransaction>,
  'mailing_addr1' | 'mailing_addr2' | 'mailing_city' | 'mailing_state' | 'mailing_zip'
>

/** Returns the mailing address of a transaction in one line. If there is none, returns the property address. */
export const formatMailingAddress = (transaction: Mailing, propertyAddress: string): string =>
  transaction.mailing_addr1
    ? formatAddressLine({
        addr1: transaction.mailing_addr1,
        addr2: transaction.mailing_addr2,
        city: transaction.mailing_city,
        state: transaction.mailing_state,
        zip: transaction.mailing_zip,
      })
    : propertyAddress

/** Returns the current mailing address of a policy's insured. */
export async function getMailingAddress(
  db: Kysely<DB>,
  policy: { policyId: string; addressLine: string },
): Promise<string> {
  const newest = await db
    .selectFrom('policy_transactions')
    .select(['mailing_addr1', 'mailing_addr2', 'mailing_city', 'mailing_state', 'mailing_zip'])
    .where('policy_id', '=', policy.policyId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ? formatMailingAddress(newest, policy.addressLine) : policy.addressLine
}
