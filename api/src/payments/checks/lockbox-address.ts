import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Policy } from '../../policy/visibility.ts'

/** Address for sending checks by mail or courier. */
export interface LockboxAddress {
  lbxName: string
  lbxAddress1: string
  lbxAddress2: string
  lbxCity: string
  lbxState: string
  lbxZip: string
  lbxCourierAddress1: string
  lbxCourierAddress2: string
  lbxCourierCity: string
  lbxCourierState: string
  lbxCourierZip: string
  depositToAccountRef: string
}

/**
 * Returns the lockbox address that best matches the policy's product and state, if any (LBX-7). Uses the mailing
 * address if there is no courier address.
 */
export async function findLockboxAddress(
  db: Kysely<DB>,
  policy: Pick<Policy, 'productId' | 'state'>,
): Promise<LockboxAddress | undefined> {
  const { rows } = await sql<LockboxAddress>`
    select lbx_name as "lbxName", lbx_address1 as "lbxAddress1", coalesce(lbx_address2, '') as "lbxAddress2",
      lbx_city as "lbxCity", lbx_state as "lbxState", lbx_zip as "lbxZip",
      coalesce(lbx_courier_address1, lbx_address1) as "lbxCourierAddress1",
      coalesce(lbx_courier_address2, '') as "lbxCourierAddress2",
      coalesce(lbx_courier_city, lbx_city) as "lbxCourierCity",
      coalesce(lbx_courier_state, lbx_state) as "lbxCourierState",
      coalesce(lbx_courier_zip, lbx_zip) as "lbxCourierZip", deposit_to_account_ref as "depositToAccountRef"
    from lockbox_addresses
    where coalesce(product_id, ${policy.productId}) = ${policy.productId} and coalesce(state, ${policy.state}) = ${policy.state}
    order by product_id is null, state is null limit 1`.execute(db)
  return rows[0]
}

/** Explains how to pay by check, with the facts that the portal shows. */
export const describeCheckPayment = (address: LockboxAddress, policyNo: string): string =>
  `Make the check payable to ${address.lbxName}, write the policy number ${policyNo} on it, and mail it to ${formatLockboxAddress(address)}.`

/** Returns the mailing address in one line. */
export const formatLockboxAddress = (address: LockboxAddress): string =>
  [
    address.lbxName,
    [address.lbxAddress1, address.lbxAddress2].filter(Boolean).join(' '),
    `${address.lbxCity}, ${address.lbxState} ${address.lbxZip}`,
  ].join(', ')
