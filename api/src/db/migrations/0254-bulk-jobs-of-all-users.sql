-- The jobs of all users, newest first (UI-26).
create index bulk_jobs_newest on bulk_jobs (created_at desc, bulk_job_id desc);
