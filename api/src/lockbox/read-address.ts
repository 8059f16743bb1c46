import { sql } from 'kysely'
import { createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { readSettings, type Settings } from '../settings/settings.ts'

interface Row {
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
 * Returns the address to which a check for a policy must be sent (LBX-7). The address that best matches the product and
 * state is used. Without a courier address, the mailing address is used.
 */
export async function readLockboxAddress(ctx: Ctx, policyNo: string) {
  const policy = await requirePolicy(ctx, policyNo)
  const { rows } = await sql<Row>`
    select lbx_name as "lbxName", lbx_address1 as "lbxAddress1", coalesce(lbx_address2, '') as "lbxAddress2",
      lbx_city as "lbxCity", lbx_state as "lbxState", lbx_zip as "lbxZip",
      coalesce(lbx_courier_address1, lbx_address1) as "lbxCourierAddress1",
      coalesce(lbx_courier_address2, '') as "lbxCourierAddress2",
      coalesce(lbx_courier_city, lbx_city) as "lbxCourierCity",
      coalesce(lbx_courier_state, lbx_state) as "lbxCourierState",
      coalesce(lbx_courier_zip, lbx_zip) as "lbxCourierZip", deposit_to_account_ref as "depositToAccountRef"
    from lockbox_addresses
    where coalesce(product_id, ${policy.productId}) = ${policy.productId} and coalesce(state, ${policy.state}) = ${policy.state}
    order by product_id is null, state is null limit 1`.execute(ctx.db)
  const address = rows[0]
  if (!address) throw createNotFoundError({ lockboxOf: policyNo })
  const settings = await readSettings(ctx.db, ctx.now)
  return { ...address, ...getCourierBank(address, settings) }
}

/** Returns the bank for courier deliveries, if the deposit account has a separate one (LBX-7). */
export const getCourierBank = (
  { depositToAccountRef }: Pick<Row, 'depositToAccountRef'>,
  settings: Pick<Settings, 'lockbox.courierAccountRef' | 'lockbox.courierBankName'>,
) =>
  depositToAccountRef === settings['lockbox.courierAccountRef']
    ? { courierBankName: settings['lockbox.courierBankName'] }
    : {}
