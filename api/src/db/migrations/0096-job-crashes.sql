-- How many times a worker process died while it ran a job. Kept apart from the queue's attempts: a crash is usually not the job's fault, so it
-- does not use up an attempt, and a job that itself kills its process is failed after a fixed number of crashes.
create table job_crashes (
  job_id bigint primary key,
  crashes integer not null check (crashes > 0),
  crashed_at timestamptz not null
);
