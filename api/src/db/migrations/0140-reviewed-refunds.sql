-- Review that approved the refund. Refunds without a review count together toward the setting refunds.reviewAbove; an
-- approved amount that was not paid must not raise that limit (REF-2).
alter table payments
  add refund_review_id uuid references refund_reviews,
  add constraint payments_review_of_a_refund check (refund_review_id is null or (record_type = 'Refund' and amount_cents < 0));
update payments y set refund_review_id = r.review_id from refund_reviews r
  where r.policy_id = y.policy_id and y.record_type = 'Refund' and y.amount_cents < 0 and r.decided_at = y.created_at
    and r.decision in ('approve', 'refundPayer');
