-- Bulk upload (decision 28): a job can be cancelled, the rows that were not tried with it; whoever uploaded it may do so. A job that
-- the house gave up says why.
alter table import_jobs
  add column created_by_account_id uuid references accounts,
  add column error text,
  drop constraint import_jobs_state_check,
  add constraint import_jobs_state_check check (state in ('queued', 'running', 'done', 'failed', 'cancelled'));
alter table import_items
  drop constraint import_items_state_check,
  add constraint import_items_state_check check (state in ('queued', 'done', 'failed', 'cancelled')),
  -- A row is imported once, and a policy comes from one row.
  add constraint import_items_done check ((state = 'done') = (policy_id is not null)),
  add constraint import_items_policy unique (policy_id);

-- The next row of a job, and the rows of a state.
create index import_items_waiting on import_items (import_job_id, row_no) where state = 'queued';
create index import_items_by_state on import_items (import_job_id, state, row_no);
-- The same file again.
create index import_jobs_by_file on import_jobs (file_id);
-- Orders and filters of the lists.
create index import_jobs_in_order_of_creation on import_jobs (created_at, import_job_id);
create index import_jobs_in_order_of_name on import_jobs (lower(file_name), import_job_id);
create index import_jobs_in_order_of_state on import_jobs (state, import_job_id);
create index import_jobs_in_order_of_failures on import_jobs (failed_items, import_job_id);
-- A property is insured once from a day on, whichever file it comes from.
create index policies_by_place_and_day on policies (lower(address_line), inception_date);
