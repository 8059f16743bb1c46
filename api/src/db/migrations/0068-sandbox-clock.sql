-- Time that a sandbox's clock is ahead of the real time (ADR 38). Outside a sandbox, there is no row.
create table sandbox_clock (
  is_only boolean primary key default true check (is_only),
  ahead_ms bigint not null check (ahead_ms >= 0)
);

create function clock_never_goes_back() returns trigger language plpgsql as $$
begin
  raise exception 'the clock of a sandbox never goes back';
end
$$;
create trigger only_forward before update on sandbox_clock
  for each row when (new.ahead_ms < old.ahead_ms) execute function clock_never_goes_back();

create function clock_ahead() returns interval language sql stable
  return coalesce((select ahead_ms from sandbox_clock) * interval '1 millisecond', interval '0');

create or replace function acting_at() returns timestamptz language sql stable
  return coalesce(nullif(current_setting('tideline.acting_at', true), '')::timestamptz, now() + clock_ahead());

-- Columns that were added after migration 0040 also default to the time of the action.
do $$
declare
  found record;
begin
  for found in
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_default = 'now()' and table_name not in
      ('idempotency_keys', 'rate_limits', 'schema_migrations', 'secrets', 'sessions', 'stripe_events', 'policy_page_totals', 'policy_page_changes')
  loop
    execute format('alter table %I alter column %I set default acting_at()', found.table_name, found.column_name);
  end loop;
end
$$;
