-- What a renewal charges by itself to the card or account of who opted in (spec 2 §9): each due day once, whoever comes and whatever dies in between.
create table automatic_charges (
  policy_id uuid not null references policies,
  due_date date not null,
  policy_payment_id uuid not null references payments,
  created_at timestamptz not null default now(),
  primary key (policy_id, due_date)
);
create index automatic_charges_by_payment on automatic_charges (policy_payment_id);

-- The hourly job begins with the few who opted in.
create index payment_methods_automatic on payment_methods (policy_id)
  where is_default and opt_in_auto_pay_renewal and removed_at is null;
