-- Position in the WAL after the last write of each caller (SYS-7). A read replica may serve a caller only if it has
-- replayed this position. Unlogged, so that a write does not wait for the disk a second time. PostgreSQL empties the
-- table after a crash; the row with an empty caller then is missing, and gets the position of that time.
create unlogged table write_positions (
  caller text primary key,
  position bigint not null,
  written_at timestamptz not null default now()
) with (fillfactor = 50);
