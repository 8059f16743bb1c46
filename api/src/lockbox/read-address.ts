import { createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { findLockboxAddress, type LockboxAddress } from '../payments/checks/lockbox-address.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { readSettings, type Settings } from '../settings/settings.ts'

/**
 * Returns the address to which a check for a policy must be sent (LBX-7). The address that best matches the product and
 * state is used. If there is no courier address, the mailing address is used.
 */
export async function readLockboxAddress(ctx: Ctx, policyNo: string) {
  const policy = await requirePolicy(ctx, policyNo)
  const address = await findLockboxAddress(ctx.db, policy)
  if (!address) throw createNotFoundError({ lockboxOf: policyNo })
  const settings = await readSettings(ctx.db, ctx.now)
  return { ...address, ...getCourierBank(address, settings) }
}

/** Returns the bank for courier deliveries, if the deposit account has a separate one (LBX-7). */
export const getCourierBank = (
  { depositToAccountRef }: Pick<LockboxAddress, 'depositToAccountRef'>,
  settings: Pick<Settings, 'lockbox.courierAccountRef' | 'lockbox.courierBankName'>,
) =>
  depositToAccountRef === settings['lockbox.courierAccountRef']
    ? { courierBankName: settings['lockbox.courierBankName'] }
    : {}
