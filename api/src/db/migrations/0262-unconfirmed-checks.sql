-- Return premium that would be refunded to a check that was recorded by hand is on hold until someone who is independent
-- of the recorder confirms it (REF-13). A payment can have several such holds, in addition to one open request.
alter table refund_reviews
  drop constraint refund_reviews_hold_reason_check,
  add constraint refund_reviews_hold_reason_check
    check (hold_reason in ('claim', 'amount', 'newPolicy', 'payment', 'elapsedDays', 'transferred', 'reinstatement', 'check')),
  add constraint refund_reviews_check_payment check (hold_reason <> 'check' or policy_payment_id is not null);
drop index refund_reviews_of_payment;
create unique index refund_reviews_of_payment on refund_reviews (policy_payment_id)
  where state = 'open' and policy_payment_id is not null and hold_reason <> 'check';
create index refund_reviews_of_check on refund_reviews (policy_payment_id) where state = 'open' and hold_reason = 'check';
