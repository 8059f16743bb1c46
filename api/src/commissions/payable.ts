import { sql } from 'kysely'

/**
 * Whether the line `l` of a statement that is not closed waits for the first payment of its renewal. The lines of a renewal that
 * was cancelled flat without any payment offset each other and are payable.
 */
export const isAwaitingPayment = sql<boolean>`exists (
  select from policies renewal left join policy_balances paid using (policy_id)
  where renewal.policy_id = l.policy_id and renewal.original_trans_type = 'RN' and not coalesce(paid.has_received_payment, false)
    and (select sum(charged.tnx_gross_premium_cents) from policy_transactions charged where charged.policy_id = l.policy_id) <> 0)`

/** Whether the line `l` of the statement `s` is pending. What a closed statement holds is payable. */
export const isPendingLine = sql<boolean>`(s.state = 'open' and ${isAwaitingPayment})`
