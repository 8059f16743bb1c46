-- Rows have the time of the action that writes them. This is the database's time, except for past transactions (demo
-- book, import): they set the time, and defaults use it instead of the time of loading.
create function acting_at() returns timestamptz language sql stable
  return coalesce(nullif(current_setting('tideline.acting_at', true), '')::timestamptz, now());

-- Sessions, limits, keys and technical records use the real time.
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

create or replace function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at = acting_at();
  return new;
end
$$;

create or replace function policy_balance_follows_postings() returns trigger language plpgsql as $$
begin
  insert into policy_balances as balance (policy_id, invoiced_cents, received_cents, processing_cents, refundable_cents)
  select p.policy_id,
    coalesce(sum(p.amount_cents) filter (where p.account_code = 'receivable' and e.kind in ('invoice', 'adjustment')), 0),
    -coalesce(sum(p.amount_cents) filter (where p.account_code = 'receivable' and e.kind not in ('invoice', 'adjustment')), 0),
    -coalesce(sum(p.amount_cents) filter (where p.account_code = 'payments_in_process'), 0),
    -coalesce(sum(p.amount_cents) filter (where p.account_code = 'refunds_payable'), 0)
  from added p join journal_entries e using (entry_id)
  where p.policy_id is not null and p.account_code in ('receivable', 'payments_in_process', 'refunds_payable')
  group by p.policy_id
  order by p.policy_id
  on conflict (policy_id) do update set
    invoiced_cents = balance.invoiced_cents + excluded.invoiced_cents,
    received_cents = balance.received_cents + excluded.received_cents,
    processing_cents = balance.processing_cents + excluded.processing_cents,
    refundable_cents = balance.refundable_cents + excluded.refundable_cents;

  update policies set is_paid = due_cents <= 0, paid_at = case when due_cents <= 0 then acting_at() end
  from policy_balances
  where policies.policy_id = policy_balances.policy_id
    and policies.policy_id in (select policy_id from added where account_code = 'receivable')
    and policies.is_paid <> (due_cents <= 0);
  return null;
end
$$;
