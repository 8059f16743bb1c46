-- The person who started a bulk upload can cancel it and its remaining rows (SYS-4). `error` states why the system
-- stopped a job.
alter table import_jobs
  add column created_by_account_id uuid references accounts,
  add column error text,
  drop constraint import_jobs_state_check,
  add constraint import_jobs_state_check check (state in ('queued', 'running', 'done', 'failed', 'cancelled'));
alter table import_items
  drop constraint import_items_state_check,
  add constraint import_items_state_check check (state in ('queued', 'done', 'failed', 'cancelled')),
  -- A row is imported at most once, and a policy comes from one row.
  add constraint import_items_done check ((state = 'done') = (policy_id is not null)),
  add constraint import_items_policy unique (policy_id);

create index import_items_waiting on import_items (import_job_id, row_no) where state = 'queued';
create index import_items_by_state on import_items (import_job_id, state, row_no);
-- Finds earlier imports of the same file.
create index import_jobs_by_file on import_jobs (file_id);
create index import_jobs_in_order_of_creation on import_jobs (created_at, import_job_id);
create index import_jobs_in_order_of_name on import_jobs (lower(file_name), import_job_id);
create index import_jobs_in_order_of_state on import_jobs (state, import_job_id);
create index import_jobs_in_order_of_failures on import_jobs (failed_items, import_job_id);
-- Finds a policy for the same property and inception date, whichever file it came from.
create index policies_by_place_and_day on policies (lower(address_line), inception_date);
