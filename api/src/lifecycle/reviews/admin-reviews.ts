import { sql } from 'kysely'
import { openClaimCondition } from '../../claims/return-premium-hold.ts'
import { type Collection, idsCondition } from '../../http/collection.ts'
import type { ReviewRow } from '../../payments/refunds/reviews.ts'
import { toReviewResponse } from './review-response.ts'

interface Row extends ReviewRow {
  policyNo: string
  insuredName: string
  reasonName: string | null
  claimIsOpen: boolean
  suggestedPolicyNo: string | null
}

/** The latest other policy of the same insured, property and agency, if a credit is held for the new policy (POL-22). */
const suggestedPolicyNo = sql`(select n.policy_no from policies n
  where r.hold_reason = 'newPolicy' and lower(n.address_line) = lower(p.address_line) and n.cancelled_at is null
    and n.identity_id = p.identity_id and n.agency_id = p.agency_id and n.policy_id <> p.policy_id
  order by n.inception_date desc, n.policy_no desc limit 1)`

/**
 * Refunds on hold that require a staff decision, for all policies. Late payments with a reinstatement offer are listed
 * with the offers.
 */
export const adminReviewCollection: Collection<'listAdminReviews', Row> = {
  name: 'reviews',
  from: sql`(select * from refund_reviews where hold_reason <> 'reinstatement') r join policies p using (policy_id) left join cancel_reasons cr on cr.reason_code = r.reason_code`,
  columns: sql`r.*, cr.reason_name as "reasonName", r.effective_date::text as effective_date, p.policy_no as "policyNo", p.insured_name as "insuredName",
    r.postponed_until::text as postponed_until, exists (select from claims c where c.policy_id = r.policy_id and ${openClaimCondition}) as "claimIsOpen",
    ${suggestedPolicyNo} as "suggestedPolicyNo"`,
  id: sql`r.review_id`,
  sorts: {
    createdAt: sql`r.created_at`,
    amount: sql`r.amount_cents`,
    policyNo: sql`p.policy_no`,
    id: sql`r.review_id`,
  },
  filters: {
    policyNo: (no) => sql`p.policy_no = ${no}`,
    state: (state) => sql`r.state = ${state}`,
    id: (ids) => idsCondition(sql`r.review_id`, ids),
  },
  present: (row) => ({
    id: row.review_id,
    policyNo: row.policyNo,
    insuredName: row.insuredName,
    reasonName: row.reasonName,
    suggestedPolicyNo: row.suggestedPolicyNo,
    ...toReviewResponse(row, { kind: 'internal', isReadonly: false }, row.claimIsOpen),
  }),
}
