import { sql } from 'kysely'

/** SQL condition: a payment of `policies p` has an undecided dispute. */
export const disputedPaymentCondition = sql<boolean>`exists (select from payments y join disputes d using (policy_payment_id)
  where y.policy_id = p.policy_id and d.state in ('inquiry', 'needsResponse', 'underReview'))`
