import type { Ctx } from '../http/context.ts'
import { forbidden, refused } from '../http/refusal.ts'
import { readSettings } from '../settings/settings.ts'
import { type PolicyAction, refusalOf } from './can/can.ts'
import { viewerOf } from './viewer.ts'
import type { Policy } from './visibility.ts'

/** Actions whose rules look at nothing but the policy's row; signing and paying have more to look at. */
type RowAction = Exclude<PolicyAction, 'sign' | 'pay'>

/**
 * Refuses an action that the confirmation would not offer this caller, with the same words: 403 for who never may, 422
 * for what the policy's state does not allow.
 */
export async function requireMay(ctx: Ctx, action: RowAction, policy: Policy): Promise<void> {
  const viewer = viewerOf(ctx.actor)
  const agencies = await readSettings(ctx.db, ctx.now)
  const facts = { ...policy, isPaymentProcessing: false, hasSlotsToSign: false }
  const reason = refusalOf(action, facts, viewer, agencies)
  if (!reason) return
  const asStaff = refusalOf(action, facts, { ...viewer, kind: 'internal', userType: 3, isReadonly: false }, agencies)
  throw asStaff === null ? forbidden(reason) : refused('not_now', reason)
}
