-- Rows that migrations insert and that a running server changes. A sandbox reset restores them (API-15).
create table default_rows (
  table_name text primary key,
  rows jsonb not null
);

do $$
declare
  name text;
begin
  foreach name in array array['card_fees', 'delinquency_plans', 'notice_periods', 'policy_page_marks', 'policy_page_totals']
  loop
    execute format('insert into default_rows select %L, jsonb_agg(to_jsonb(t)) from %I t having count(*) > 0', name, name);
  end loop;
end
$$;
