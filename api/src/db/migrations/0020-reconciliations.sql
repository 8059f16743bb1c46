-- Results of comparing Stripe with the ledger. The latest one is shown.
create table reconciliations (
  reconciliation_id uuid primary key default new_id(),
  checked_at timestamptz not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  compared integer not null,
  differences jsonb not null default '[]'
);
create index reconciliations_newest on reconciliations (checked_at desc);
