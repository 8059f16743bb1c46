-- Small balances that finance staff write off, with a reason (BIL-10, ADR 37). A write-off is not a payment: nothing
-- was received, and less is owed.
insert into ledger_accounts values ('write_off', 'Small balances written off', 'income', true);

create table write_offs (
  write_off_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  -- Positive if the policy owed the amount, negative if it had a credit.
  amount_cents bigint not null check (amount_cents <> 0),
  reason text not null check (reason <> ''),
  created_by text not null,
  created_at timestamptz not null default acting_at(),
  reversed_by text,
  reversed_at timestamptz,
  reversal_reason text,
  check (num_nonnulls(reversed_by, reversed_at, reversal_reason) in (0, 3))
);
create index write_offs_by_policy on write_offs (policy_id);

-- Past-due policies are found by the index for the list's sort order. No other query used this one.
drop index policy_balances_owing;
