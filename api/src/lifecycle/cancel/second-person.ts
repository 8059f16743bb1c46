import { Party } from '@tideline/sdk/words'
import { sql } from 'kysely'
import { isIndependentApprover } from '../../approvals/independent-approver.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { type Ctx, getAccountId } from '../../http/context.ts'
import type { Policy } from '../../policy/visibility.ts'
import { returnsElapsedPremium } from './cancellation-dates.ts'
import type { CancelReason } from './reasons.ts'

interface Request {
  requestedBy: string | null
  acceptedBy: string | null
  isSigned: boolean
}

/**
 * Returns who requested the cancellation and who accepted it with a future effective date, and whether the insured signed
 * the request electronically.
 */
async function readRequest({ db }: Pick<Ctx, 'db'>, policyId: string): Promise<Request> {
  const { rows } = await sql<Request>`
    select (select t.user_id from policy_transactions t join transaction_types y using (transaction_type)
        where t.policy_id = p.policy_id and y.kind = 'pendingCancel' order by t.sequence desc limit 1) as "requestedBy",
      p.cancel_accepted_by as "acceptedBy",
      exists (select from policy_docs d join policy_doc_signatures s using (policy_doc_id)
        where d.policy_id = p.policy_id and d.doc_kind = 'cancellationRequest' and d.created_at >= p.pending_cancel_at
          and s.party = ${Party.insured} and s.signed_at is not null) as "isSigned"
    from policies p where p.policy_id = ${policyId}`.execute(db)
  return rows[0] ?? { requestedBy: null, acceptedBy: null, isSigned: false }
}

/**
 * Returns whether someone else must finalize the pending cancellation. This is the case if it returns premium for days
 * before today and the caller is not independent of the requester (ACC-17) or is the automatic review. Exceptions are
 * cancellations for nonpayment in the automatic review, requests that the insured signed, and cancellations that were
 * accepted earlier.
 */
export async function isSecondPersonMissing(
  ctx: Pick<Ctx, 'actor' | 'db' | 'now'>,
  policy: Policy,
  reason: CancelReason,
  endDay: string,
): Promise<boolean> {
  if (policy.cancelAcceptedAt || !returnsElapsedPremium(policy, reason, endDay, getPropertyDate(ctx.now, policy)))
    return false
  if (ctx.actor.kind === 'job') return reason.refund.premium !== 'proRataToPaidDate'
  const { requestedBy, isSigned } = await readRequest(ctx, policy.policyId)
  if (isSigned) return false
  const people = { requesterId: requestedBy, approverId: getAccountId(ctx.actor), role: 'internal' }
  return !(await isIndependentApprover(ctx, people))
}

/**
 * Returns the account on whose behalf a cancellation is completed: the caller or, if a job completes it, the person who
 * accepted or requested it. This person cannot approve its refund alone (REF-11).
 */
export async function getResponsibleAccountId(
  ctx: Pick<Ctx, 'actor' | 'db'>,
  policyId: string,
): Promise<string | null> {
  const callerId = getAccountId(ctx.actor)
  if (callerId) return callerId
  const { requestedBy, acceptedBy } = await readRequest(ctx, policyId)
  return acceptedBy ?? requestedBy
}
