create table invoices (
  invoice_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  policy_transaction_id uuid references policy_transactions,
  -- A return premium is an invoice with negative amounts.
  gross_premium_cents bigint not null default 0,
  policy_fee_cents bigint not null default 0,
  taxes_cents bigint not null default 0,
  surcharges_cents bigint not null default 0,
  total_premium_cents bigint not null,
  billed_to text not null default 'insured' check (billed_to in ('insured', 'coapplicant', 'lienholder')),
  due_date date not null,
  voided_at timestamptz,
  created_by_user_id text,
  created_at timestamptz not null default now(),
  updated_by_user_id text,
  updated_at timestamptz not null default now(),
  check (total_premium_cents = gross_premium_cents + policy_fee_cents + taxes_cents + surcharges_cents)
);
create index invoices_by_policy on invoices (policy_id, created_at);
create index invoices_by_transaction on invoices (policy_transaction_id);
create trigger invoices_touch before update on invoices for each row execute function touch_updated_at();
alter table policy_doc_versions add foreign key (invoice_id) references invoices;
alter table postings add foreign key (invoice_id) references invoices;

create table invoice_items (
  invoice_item_id uuid primary key default new_id(),
  invoice_id uuid not null references invoices,
  -- Income or liability account of the charge.
  charge text not null references ledger_accounts,
  description text not null,
  amount_cents bigint not null check (amount_cents <> 0),
  position smallint not null default 1
);
create index invoice_items_by_invoice on invoice_items (invoice_id, position);

-- Installments of a monthly plan, with due dates (BIL-6). An annual invoice has one row.
create table invoice_installments (
  invoice_id uuid not null references invoices,
  installment_no smallint not null check (installment_no > 0),
  due_date date not null,
  amount_cents bigint not null,
  primary key (invoice_id, installment_no)
);

create table stripe_customers (
  stripe_customer_id text primary key,
  identity_id uuid references policyholder_identities,
  policy_id uuid references policies,
  email citext not null,
  created_at timestamptz not null default now()
);
create index stripe_customers_by_identity on stripe_customers (identity_id);
create index stripe_customers_by_policy on stripe_customers (policy_id);

create table payment_methods (
  payment_method_id uuid primary key default new_id(),
  identity_id uuid not null references policyholder_identities,
  policy_id uuid references policies,
  stripe_customer_id text not null references stripe_customers,
  stripe_payment_method_id text not null,
  payment_type text not null check (payment_type in ('card', 'us_bank_account')),
  bank_name text, card_brand text, card_country text, last_four_digits text, expiration text,
  is_default boolean not null default false,
  opt_in_auto_pay_renewal boolean not null default false,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A policy has at most one default payment method and stores each Stripe payment method once.
create unique index payment_methods_one_default on payment_methods (policy_id) where is_default and removed_at is null;
create unique index payment_methods_once on payment_methods (policy_id, stripe_payment_method_id) where removed_at is null;
create index payment_methods_by_identity on payment_methods (identity_id);
create trigger payment_methods_touch before update on payment_methods for each row execute function touch_updated_at();

create table payments (
  policy_payment_id uuid primary key default new_id(),
  -- Shared by a payment, its reversals and its transfers (PAY-15).
  payment_id text not null,
  policy_id uuid not null references policies,
  payment_type_id smallint not null references payment_types,
  status text not null check (status in ('processing', 'paid', 'failed', 'cancelled', 'refunded', 'disputed')),
  -- Negative for a reversal, a refund and the sending side of a transfer.
  amount_cents bigint not null check (amount_cents <> 0),
  -- Card fee that is charged in addition. It never pays premium.
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  description text not null default '',
  memo text check (char_length(memo) <= 100),
  check_no text check (check_no ~ '^[0-9]{1,15}$'),
  payee_name text,
  deposit_date date,
  record_type text check (record_type in ('Refund', 'Transfer')),
  is_applied_to_policy boolean not null default true,
  reverses_payment_id uuid references payments,
  transferred_policy_id uuid references policies,
  stripe_payment_intent_id text unique,
  stripe_charge_id text,
  stripe_refund_id text unique,
  payment_method_id uuid references payment_methods,
  failure_code text, failure_reason text,
  settled_at timestamptz,
  failed_at timestamptz,
  created_by_user_id text,
  created_by_user_name text not null default '',
  created_by_user_type smallint not null default 2 check (created_by_user_type in (1, 2, 3)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payments_by_policy on payments (policy_id, created_at);
create index payments_by_payment_id on payments (payment_id);
create index payments_processing on payments (created_at) where status = 'processing';
create trigger payments_touch before update on payments for each row execute function touch_updated_at();
alter table postings add foreign key (policy_payment_id) references payments;

create table invoice_payments (
  invoice_id uuid not null references invoices,
  policy_payment_id uuid not null references payments,
  amount_cents bigint not null check (amount_cents <> 0),
  created_at timestamptz not null default now(),
  primary key (invoice_id, policy_payment_id)
);
create index invoice_payments_by_payment on invoice_payments (policy_payment_id);

-- Payments of an amount that was already paid. Staff decide what to do with each of them.
create table overpayment_items (
  overpayment_item_id uuid primary key default new_id(),
  policy_payment_id uuid not null unique references payments,
  policy_id uuid not null references policies,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'refunded', 'moved', 'keptAsCredit')),
  decided_by text, decided_at timestamptz,
  created_at timestamptz not null default now()
);

create table stripe_events (
  event_id text primary key,
  type text not null,
  object_id text,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  error text
);
create index stripe_events_by_object on stripe_events (object_id);
create index stripe_events_waiting on stripe_events (received_at) where processed_at is null;

create table lockbox_addresses (
  lockbox_address_id uuid primary key default new_id(),
  product_id smallint references products,
  state text check (state ~ '^[A-Z]{2}$'),
  lbx_name text not null, lbx_address1 text not null, lbx_address2 text, lbx_city text not null,
  lbx_state text not null, lbx_zip text not null,
  lbx_courier_address1 text, lbx_courier_address2 text, lbx_courier_city text, lbx_courier_state text, lbx_courier_zip text,
  deposit_to_account_ref text not null,
  unique nulls not distinct (product_id, state)
);

create table lockbox_files (
  lockbox_file_id uuid primary key default new_id(),
  file_id uuid references files,
  file_name text not null,
  format text not null check (format in ('bai', 'csv')),
  sha256 text not null unique,
  item_count integer not null check (item_count >= 0),
  total_cents bigint not null,
  created_by text,
  created_at timestamptz not null default now()
);

create table lockbox_items (
  lockbox_item_id uuid primary key default new_id(),
  lockbox_file_id uuid not null references lockbox_files,
  lockbox_no text not null, deposit_date date not null, batch_no text not null, item_no text not null,
  amount_cents bigint not null check (amount_cents > 0),
  check_no text, remitter_name text, reference text,
  state text not null default 'open' check (state in ('open', 'applied', 'reversed', 'returned')),
  policy_payment_id uuid references payments,
  matched_policy_id uuid references policies,
  notes text,
  updated_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Importing a file again changes nothing (LBX-3).
  unique (lockbox_no, deposit_date, batch_no, item_no),
  check ((state = 'applied') = (policy_payment_id is not null))
);
create index lockbox_items_by_state on lockbox_items (state, deposit_date);
create trigger lockbox_items_touch before update on lockbox_items for each row execute function touch_updated_at();
