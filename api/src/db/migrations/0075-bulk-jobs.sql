-- A bulk job runs one action on many policies (ADR 43). It processes one policy at a time, as the requester, in one
-- transaction with the item's result and the job's counts.
create table bulk_jobs (
  bulk_job_id uuid primary key default new_id(),
  action text not null check (action in ('resendLink', 'finalizeCancel', 'nonRenew', 'takeBackNonRenewal')),
  note text,
  asked_by uuid not null references accounts,
  -- Job that this job undoes.
  undoes uuid references bulk_jobs,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  total_items integer not null,
  done_items integer not null default 0,
  failed_items integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((finished_at is null) = (state in ('queued', 'running'))),
  check (done_items + failed_items <= total_items)
);
create index bulk_jobs_own on bulk_jobs (asked_by, created_at desc, bulk_job_id desc);
-- Only one job at a time can undo another job.
create unique index bulk_jobs_one_undo on bulk_jobs (undoes) where state in ('queued', 'running');

create index bulk_jobs_by_undone on bulk_jobs (undoes) where undoes is not null;

create table bulk_job_items (
  bulk_job_id uuid not null references bulk_jobs,
  item_no integer not null,
  -- Policy number as entered. The policy may not exist.
  policy_no text not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed', 'cancelled')),
  reason text,
  code text,
  finished_at timestamptz,
  primary key (bulk_job_id, item_no),
  unique (bulk_job_id, policy_no),
  check ((state = 'failed') = (reason is not null and code is not null)),
  check ((state = 'queued') = (finished_at is null))
);
create index bulk_job_items_by_state on bulk_job_items (bulk_job_id, state, item_no);
