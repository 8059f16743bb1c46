-- A refund by hand that is large waits for a second person as one of a cancellation does (decision 101): of which payment it is, and why
-- the first one asked for it.
alter table refund_reviews
  drop constraint refund_reviews_held_by_check,
  add constraint refund_reviews_held_by_check check (held_by in ('claim', 'amount', 'newPolicy', 'payment')),
  alter reason_code drop not null,
  alter effective_date drop not null,
  add policy_payment_id uuid references payments,
  add wish text,
  add check ((held_by = 'payment') = (policy_payment_id is not null and wish is not null)),
  add check ((held_by = 'payment') = (reason_code is null and effective_date is null));
-- One wish at a time.
create unique index refund_reviews_of_payment on refund_reviews (policy_payment_id)
  where state = 'open' and policy_payment_id is not null;
