-- Money that was moved from a policy that lacks earned premium leaves the receiving policy only with a second person's approval.
alter table refund_reviews
  drop constraint refund_reviews_held_by_check,
  add constraint refund_reviews_held_by_check
    check (held_by in ('claim', 'amount', 'newPolicy', 'payment', 'elapsedDays', 'transferred'));
