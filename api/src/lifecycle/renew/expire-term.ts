import { writeAuditEntry } from '../../audit/audit.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { changePolicyAsSystem } from '../../policy/change-policy.ts'
import { policyExpiredEvent } from '../events.ts'

/** Returns true if no expiry notice is needed: it was already sent, or another term follows. */
async function isNoticeExempt({ db }: TransactionContext, policyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('policies as p')
    .leftJoin('notices as n', (join) => join.onRef('n.policy_id', '=', 'p.policy_id').on('n.kind', '=', 'expiry'))
    .select(['p.next_policy_id', 'n.notice_id'])
    .where('p.policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
  return row.next_policy_id !== null || row.notice_id !== null
}

/**
 * Notifies the insured and the lienholders that a term has expired without a renewal. Does nothing if the term is in
 * force, cancelled, renewed or already notified. The status itself depends only on the date.
 */
export const expireTerm = (ctx: Ctx, policyNo: string): Promise<void> =>
  changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
    if (!policy.isExpired || policy.isCancelled || (await isNoticeExempt(ctx, policy.policyId))) return
    await publishEvent(ctx, policyExpiredEvent, { policy })
    await writeAuditEntry(ctx, {
      ...{ action: 'policy.expire', entity: 'policy', entityId: policy.policyNo, policyId: policy.policyId },
      details: { expirationDate: policy.expirationDate },
    })
  })
