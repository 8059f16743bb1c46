-- Number of times that a worker process crashed while it ran a job. A crash is usually not caused by the job, so it
-- does not count as an attempt; a job fails after a fixed number of crashes.
create table job_crashes (
  job_id bigint primary key,
  crashes integer not null check (crashes > 0),
  crashed_at timestamptz not null
);
