-- Indexes for the finance list of all payments: newest first, and a search for any part of a payer's name.
create index payments_newest on payments (created_at desc, policy_payment_id desc);
create index payments_by_payee on payments using gin (lower(coalesce(payee_name, '')) gin_trgm_ops);
