-- Agencies that can earn commission on a transaction: its agency and the agencies above it at the time of posting, root
-- first, except those whose status earns nothing (AGY-1). Calculating a month again gives the same amounts after an
-- agency has moved.
create table commission_chains (
  policy_transaction_id uuid primary key references policy_transactions,
  agency_ids uuid[] not null
);
insert into commission_chains (policy_transaction_id, agency_ids)
select t.policy_transaction_id, array(
  select up.agency_id from unnest(a.path) with ordinality above (agency_id, place) join agencies up using (agency_id)
  where up.status in ('A', 'I') or exists (
    select from commission_lines l join commission_statements s using (statement_id)
    where l.policy_transaction_id = t.policy_transaction_id and s.agency_id = up.agency_id)
  order by above.place)
from policy_transactions t join agencies a using (agency_id)
where t.tnx_gross_premium_cents > 0;

-- The monthly run calculates each part in a transaction of its own, so that an interrupted run can continue (ADR 22).
create table commission_runs (
  run_id uuid primary key default new_id(),
  month date not null check (extract(day from month) = 1),
  -- True if the run closes the month's statements. False for a run of a month that has not ended.
  is_closing boolean not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  error text,
  created_by text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((finished_at is null) = (state in ('queued', 'running')))
);
create unique index one_commission_run on commission_runs ((true)) where state in ('queued', 'running');
create index commission_runs_newest on commission_runs (created_at desc, run_id desc);

create table commission_run_parts (
  run_id uuid not null references commission_runs,
  first_policy_id uuid not null,
  -- First policy of the next part. Null for the last part.
  next_policy_id uuid,
  policies integer not null,
  is_done boolean not null default false,
  primary key (run_id, first_policy_id)
);
