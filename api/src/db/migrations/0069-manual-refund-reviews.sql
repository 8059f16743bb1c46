-- A large manual refund is on hold until a second person approves it (REF-9). The review contains the payment and the
-- first person's reason.
alter table refund_reviews
  drop constraint refund_reviews_held_by_check,
  add constraint refund_reviews_held_by_check check (held_by in ('claim', 'amount', 'newPolicy', 'payment')),
  alter reason_code drop not null,
  alter effective_date drop not null,
  add policy_payment_id uuid references payments,
  add wish text,
  add check ((held_by = 'payment') = (policy_payment_id is not null and wish is not null)),
  add check ((held_by = 'payment') = (reason_code is null and effective_date is null));
-- A payment has at most one open request.
create unique index refund_reviews_of_payment on refund_reviews (policy_payment_id)
  where state = 'open' and policy_payment_id is not null;
