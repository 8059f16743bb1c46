import { CancelReasonCode } from '@tideline/sdk/words'
import { writeAuditEntry } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { Ctx } from '../../http/context.ts'
import { assertNotRestricted } from '../../moratoriums/assert-not-restricted.ts'
import { writeNote } from '../../notes/write-note.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { changePolicy, checkPolicyAction } from '../../policy/change-policy.ts'
import { markNonRenewed } from '../../policy/store.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { policyNotRenewedEvent } from '../events.ts'

/**
 * Checks that a policy can be non-renewed. Throws the same errors as `nonRenew`. Call it outside the transaction so
 * that a rejection by a moratorium is recorded.
 */
export async function assertCanNonRenew(ctx: Ctx, policyNo: string): Promise<void> {
  const policy = await checkPolicyAction(ctx, policyNo, 'nonRenew')
  await assertNotRestricted(ctx, policy, ['nonRenewal'], getPropertyDate(ctx.now, policy))
}

/**
 * Marks an earthquake policy as not renewed. Coverage and amounts stay the same until the term ends (REN-3). Writes the
 * note and notifies the insured and the lienholders in advance.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not non-renew; 409 if the
 * policy is already marked, cancelled or expired; 422 if it is another product or a moratorium restricts it
 */
export async function nonRenewPolicy(ctx: Ctx, input: { policyNo: string; note: string }): Promise<Policy> {
  await assertCanNonRenew(ctx, input.policyNo)
  return changePolicy(ctx, input.policyNo, 'nonRenew', async (ctx, policy) => {
    await markNonRenewed(ctx, policy.policyId)
    await writeNote(ctx, policy.policyNo, { note: input.note.trim(), isPrivate: false, reason: 'Non-renewal' })
    await publishEvent(ctx, policyNotRenewedEvent, { policy })
    await writeAuditEntry(ctx, {
      action: 'policy.nonRenew',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { reasonCode: CancelReasonCode.nonRenewal, expirationDate: policy.expirationDate },
    })
    return requirePolicy(ctx, policy.policyNo)
  })
}
