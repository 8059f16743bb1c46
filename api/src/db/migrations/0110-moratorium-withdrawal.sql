-- A moratorium can be withdrawn at any time, effective immediately, and can have a planned end, which may be in the
-- future (MOR-5).
alter table moratorium_events
  add planned_stop_date date,
  add withdrawn_at timestamptz,
  add check (planned_stop_date >= start_date),
  -- A moratorium cannot be both stopped and withdrawn.
  add check (stop_date is null or withdrawn_at is null);
