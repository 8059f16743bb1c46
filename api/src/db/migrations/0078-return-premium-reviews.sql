-- All return premium passes the same check, whatever caused it (REF-1). `cause` states what returned the premium. Only
-- cancellations and rewrites have a cancel reason.
alter table refund_reviews
  add cause text check (cause in ('cancellation', 'endorsement', 'reversal', 'rewrite', 'renewal', 'latePayment', 'payment')),
  -- Until this date, the review is not in the work queue, because staff are waiting for an open claim (REF-6).
  add wait_until date;
update refund_reviews set cause = case when held_by = 'payment' then 'payment' else 'cancellation' end;
alter table refund_reviews
  alter cause set not null,
  drop constraint refund_reviews_check1,
  drop constraint refund_reviews_check3,
  add constraint refund_reviews_lines check (lines is null or (held_by = 'claim' and cause = 'cancellation')),
  add constraint refund_reviews_payment check ((held_by = 'payment') = (cause = 'payment')),
  add constraint refund_reviews_reason check (case cause
    when 'cancellation' then reason_code is not null and effective_date is not null
    when 'payment' then reason_code is null and effective_date is null
    else effective_date is not null end);
