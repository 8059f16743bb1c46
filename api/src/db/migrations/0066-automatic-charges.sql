-- Automatic charges of renewals to the saved payment method of policyholders who opted in (REN-4). Each due date is
-- charged at most once, even after a crash (ADR 36).
create table automatic_charges (
  policy_id uuid not null references policies,
  due_date date not null,
  policy_payment_id uuid not null references payments,
  created_at timestamptz not null default now(),
  primary key (policy_id, due_date)
);
create index automatic_charges_by_payment on automatic_charges (policy_payment_id);

-- The hourly job starts with the few policies that opted in.
create index payment_methods_automatic on payment_methods (policy_id)
  where is_default and opt_in_auto_pay_renewal and removed_at is null;
