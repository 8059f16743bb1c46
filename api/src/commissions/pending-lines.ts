import { sql } from 'kysely'

/**
 * SQL condition: line `l` of an open statement belongs to a renewal that has not received any payment. Excludes
 * renewals whose total premium is zero, for example after a flat cancellation. Lines of such a renewal offset each
 * other.
 */
export const awaitingPaymentCondition = sql<boolean>`exists (
  select from policies renewal left join policy_balances paid using (policy_id)
  where renewal.policy_id = l.policy_id and renewal.original_trans_type = 'RN' and not coalesce(paid.has_received_payment, false)
    and (select sum(charged.tnx_gross_premium_cents) from policy_transactions charged where charged.policy_id = l.policy_id) <> 0)`

/** SQL condition: line `l` of statement `s` is pending. Lines of a closed statement are never pending. */
export const pendingLineCondition = sql<boolean>`(s.state = 'open' and ${awaitingPaymentCondition})`
