-- Money that was transferred from a policy that lacks earned premium is refunded only after a second person approves it
-- (REF-9).
alter table refund_reviews
  drop constraint refund_reviews_held_by_check,
  add constraint refund_reviews_held_by_check
    check (held_by in ('claim', 'amount', 'newPolicy', 'payment', 'elapsedDays', 'transferred'));
