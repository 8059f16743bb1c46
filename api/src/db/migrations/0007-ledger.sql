-- Double-entry ledger in integer cents. Debits are positive, credits are negative, and each entry sums to zero.
create table ledger_accounts (
  account_code text primary key,
  name text not null,
  kind text not null check (kind in ('asset', 'liability', 'income')),
  per_policy boolean not null default false
);
insert into ledger_accounts values
  ('receivable', 'Premium receivable', 'asset', true),
  ('payments_in_process', 'Payments that are not settled yet', 'liability', true),
  ('refunds_payable', 'Refunds owed to payers', 'liability', true),
  ('suspense', 'Money received without a policy', 'liability', false),
  ('clearing_ach', 'ACH debits on their way', 'asset', false),
  ('clearing_card', 'Card charges on their way', 'asset', false),
  ('clearing_check', 'Checks and mortgagee payments on their way', 'asset', false),
  ('clearing_transfer', 'Transfers between policies', 'asset', false),
  ('cash_mortgagee', 'Mortgagee payments', 'asset', false),
  ('cash_ach', 'ACH', 'asset', false),
  ('cash_check', 'Checks', 'asset', false),
  ('cash_card', 'Card payments', 'asset', false),
  ('cash_lockbox', 'Lockbox deposits', 'asset', false),
  ('premium_written', 'Written premium', 'income', true),
  ('policy_fee', 'Policy fees', 'income', true),
  ('card_fee', 'Card fees', 'income', true),
  ('surcharge', 'Surcharges', 'liability', true),
  ('tax_surplus_lines', 'Surplus lines tax', 'liability', true),
  ('tax_stamping', 'Stamping fees', 'liability', true),
  ('tax_emergency_fund', 'Emergency fund surcharge', 'liability', true),
  ('tax_fireman', 'Fire marshal tax', 'liability', true),
  ('tax_municipal', 'Municipal tax', 'liability', true),
  ('tax_mwua', 'Mississippi wind pool', 'liability', true),
  ('tax_transaction_fee', 'Clearing-house fees', 'liability', true),
  ('tax_maintenance', 'Maintenance assessment', 'liability', true);
alter table payment_types add foreign key (ledger_account) references ledger_accounts;

create table journal_entries (
  entry_id uuid primary key default new_id(),
  -- The event that this entry records, for example `invoice:<id>`. A second entry for the same event fails.
  business_key text not null unique,
  kind text not null check (kind in ('invoice', 'paymentProcessing', 'paymentSettled', 'paymentFailed', 'refund',
    'refundPaid', 'transfer', 'suspense', 'adjustment')),
  description text not null default '',
  occurred_at timestamptz not null default now(),
  created_by text,
  created_at timestamptz not null default now()
);

create table postings (
  posting_id bigint generated always as identity primary key,
  entry_id uuid not null references journal_entries,
  account_code text not null references ledger_accounts,
  policy_id uuid references policies,
  policy_payment_id uuid,
  invoice_id uuid,
  amount_cents bigint not null check (amount_cents <> 0)
);
create index postings_by_entry on postings (entry_id);
create index postings_by_policy on postings (policy_id, account_code) where policy_id is not null;
create index postings_by_payment on postings (policy_payment_id) where policy_payment_id is not null;

create trigger journal_entries_append_only before update or delete or truncate on journal_entries
  for each statement execute function forbid_change();
create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function forbid_change();

create function entry_is_balanced() returns trigger language plpgsql as $$
declare postings_sum numeric; postings_count integer;
begin
  select coalesce(sum(amount_cents), 0), count(*) into postings_sum, postings_count
    from postings where entry_id = new.entry_id;
  if postings_sum <> 0 or postings_count < 2 then
    raise exception 'Journal entry % has % postings with the sum %', new.entry_id, postings_count, postings_sum
      using errcode = 'check_violation', constraint = 'entry_is_balanced';
  end if;
  return null;
end
$$;
create constraint trigger postings_balanced after insert on postings
  deferrable initially deferred for each row execute function entry_is_balanced();
-- An entry without postings does not fire the trigger above.
create constraint trigger entries_balanced after insert on journal_entries
  deferrable initially deferred for each row execute function entry_is_balanced();

-- Balance of each policy. The statement that adds postings also updates it, so that the two always match.
create table policy_balances (
  policy_id uuid primary key references policies,
  invoiced_cents bigint not null default 0,
  received_cents bigint not null default 0,
  processing_cents bigint not null default 0,
  refundable_cents bigint not null default 0,
  due_cents bigint generated always as (invoiced_cents - received_cents) stored not null
);

-- A posting to premium receivable changes the invoiced or the received amount, depending on the kind of the entry.
create function policy_balance_follows_postings() returns trigger language plpgsql as $$
begin
  insert into policy_balances as balance (policy_id, invoiced_cents, received_cents, processing_cents, refundable_cents)
  select p.policy_id,
    coalesce(sum(p.amount_cents) filter (where p.account_code = 'receivable' and e.kind in ('invoice', 'adjustment')), 0),
    -coalesce(sum(p.amount_cents) filter (where p.account_code = 'receivable' and e.kind not in ('invoice', 'adjustment')), 0),
    -coalesce(sum(p.amount_cents) filter (where p.account_code = 'payments_in_process'), 0),
    -coalesce(sum(p.amount_cents) filter (where p.account_code = 'refunds_payable'), 0)
  from added p join journal_entries e using (entry_id)
  where p.policy_id is not null and p.account_code in ('receivable', 'payments_in_process', 'refunds_payable')
  group by p.policy_id
  order by p.policy_id
  on conflict (policy_id) do update set
    invoiced_cents = balance.invoiced_cents + excluded.invoiced_cents,
    received_cents = balance.received_cents + excluded.received_cents,
    processing_cents = balance.processing_cents + excluded.processing_cents,
    refundable_cents = balance.refundable_cents + excluded.refundable_cents;

  update policies set is_paid = due_cents <= 0, paid_at = case when due_cents <= 0 then now() end
  from policy_balances
  where policies.policy_id = policy_balances.policy_id
    and policies.policy_id in (select policy_id from added where account_code = 'receivable')
    and policies.is_paid <> (due_cents <= 0);
  return null;
end
$$;
create trigger postings_move_balances after insert on postings
  referencing new table as added for each statement execute function policy_balance_follows_postings();
