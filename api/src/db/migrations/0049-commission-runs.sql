-- Who may earn on a transaction: its agency and those above it as they stood when it was posted, root first, without those whose
-- status earns nothing (decision 86). So that a month which is reckoned again comes to the same cents after an agency has moved.
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

-- The monthly run: part by part, each in a transaction of its own, so that a run that was killed goes on where it stood.
create table commission_runs (
  run_id uuid primary key default new_id(),
  month date not null check (extract(day from month) = 1),
  -- Closes the month's statements when its lines are reckoned; otherwise it is a look at a month that runs.
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
  -- The policy with which the next part begins; null for the last one.
  next_policy_id uuid,
  policies integer not null,
  is_done boolean not null default false,
  primary key (run_id, first_policy_id)
);
