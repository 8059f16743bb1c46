-- A small remainder that is worth neither a bill nor a check is written off, with a reason, by finance staff (ADR 37). It is no
-- payment: nothing was received, less is owed.
insert into ledger_accounts values ('write_off', 'Small balances written off', 'income', true);

create table write_offs (
  write_off_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  -- Above zero what was owed, below zero what the policy held too much.
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

-- What policies owe is found by the index of its order; one of those that owe beside it served nothing else.
drop index policy_balances_owing;
