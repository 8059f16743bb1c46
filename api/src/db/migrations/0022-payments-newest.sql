-- What finance looks through: the payments of the whole book, newest first, and a part of a payer's name.
create index payments_newest on payments (created_at desc, policy_payment_id desc);
create index payments_by_payee on payments using gin (lower(coalesce(payee_name, '')) gin_trgm_ops);
