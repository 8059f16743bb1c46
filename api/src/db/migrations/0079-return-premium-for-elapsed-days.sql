-- Return premium for elapsed days is on hold until a second person approves it (REF-5).
alter table refund_reviews
  drop constraint refund_reviews_held_by_check,
  add constraint refund_reviews_held_by_check check (held_by in ('claim', 'amount', 'newPolicy', 'payment', 'elapsedDays'));
