import { writeAudit } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-day.ts'
import type { Ctx } from '../../http/context.ts'
import { assertNotRestricted } from '../../moratoriums/assert-not-restricted.ts'
import { writeNote } from '../../notes/write-note.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { changePolicy, checkPolicyAction } from '../../policy/change-policy.ts'
import { markNonRenewed } from '../../policy/store.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { policyNotRenewed } from '../events.ts'

/** What Non-Renew sends; nobody picks it in the cancellation form. */
export const nonRenewalReason = '99'

/**
 * What is asked before a policy is marked, since a moratorium that stops it is written down. Throws as `nonRenew` does; call it
 * outside the transaction.
 */
export async function assertCanNonRenew(ctx: Ctx, policyNo: string): Promise<void> {
  const asked = await checkPolicyAction(ctx, policyNo, 'nonRenew')
  await assertNotRestricted(ctx, asked, ['nonRenewal'], getPropertyDate(ctx.now, asked))
}

/**
 * Marks an earthquake policy so that it ends with its term; cover and money stay as they are (REN-3). The
 * note says why, and the insured and the lienholders are told, who have to hear of it ahead of time (domain 4). Throws
 * 404, 403, 409 when it is marked already, 422 for other products or when the policy is over, and 422 while a moratorium
 * stops it.
 */
export async function nonRenew(ctx: Ctx, wish: { policyNo: string; note: string }): Promise<Policy> {
  await assertCanNonRenew(ctx, wish.policyNo)
  return changePolicy(ctx, wish.policyNo, 'nonRenew', async (ctx, policy) => {
    await markNonRenewed(ctx, policy.policyId)
    await writeNote(ctx, policy.policyNo, { note: wish.note.trim(), isPrivate: false, reason: 'Non-renewal' })
    await publishEvent(ctx, policyNotRenewed, { policy })
    await writeAudit(ctx, {
      action: 'policy.nonRenew',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { reasonCode: nonRenewalReason, expirationDate: policy.expirationDate },
    })
    return requirePolicy(ctx, policy.policyNo)
  })
}
