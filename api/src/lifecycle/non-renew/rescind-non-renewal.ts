import { writeAuditEntry } from '../../audit/audit.ts'
import { createConflictError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { writeNote } from '../../notes/write-note.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { changePolicy } from '../../policy/change-policy.ts'
import { removeNonRenewal } from '../../policy/store.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { nonRenewalRescindedEvent } from '../events.ts'

/**
 * Rescinds a non-renewal, writes the note and notifies all recipients of the non-renewal notice.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not rescind; 409 if the
 * policy is not marked, is cancelled or expired, or has a newer decision than `decidedAt`
 */
export const rescindNonRenewal = (
  ctx: Ctx,
  input: { policyNo: string; note: string; decidedAt?: Date | undefined },
): Promise<Policy> =>
  changePolicy(ctx, input.policyNo, 'rescindNonRenewal', async (ctx, policy) => {
    const { nonRenewedAt } = await removeNonRenewal(ctx, policy.policyId)
    if (input.decidedAt && nonRenewedAt?.getTime() !== input.decidedAt.getTime())
      throw createConflictError('concurrent_change', 'The policy has since been non-renewed again.')
    await writeNote(ctx, policy.policyNo, { note: input.note.trim(), isPrivate: false, reason: 'Renewal' })
    await publishEvent(ctx, nonRenewalRescindedEvent, { policy })
    await writeAuditEntry(ctx, {
      action: 'policy.rescindNonRenewal',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { expirationDate: policy.expirationDate },
    })
    return requirePolicy(ctx, policy.policyNo)
  })
