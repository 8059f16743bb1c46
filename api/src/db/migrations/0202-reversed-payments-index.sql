-- Each payment that settles or fails reads its reversals.
create index payments_by_reversed_payment on payments (reverses_payment_id) where reverses_payment_id is not null;
