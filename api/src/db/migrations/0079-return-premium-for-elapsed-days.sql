-- Return premium for days that have passed is held until a second person approves it.
alter table refund_reviews
  drop constraint refund_reviews_held_by_check,
  add constraint refund_reviews_held_by_check check (held_by in ('claim', 'amount', 'newPolicy', 'payment', 'elapsedDays'));
