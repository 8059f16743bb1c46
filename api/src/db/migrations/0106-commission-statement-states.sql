-- A commission statement is open, then closed, then paid. A negative one is carried forward as one line of the agency's
-- next open statement (COM-4). Commission on a renewal is payable when the renewal's first payment settles (COM-7).
alter table policy_balances add column has_received_payment boolean not null default false;
update policy_balances b set has_received_payment = received_cents > 0 or exists (
  select from postings p join journal_entries e using (entry_id)
  where p.policy_id = b.policy_id and p.account_code = 'receivable' and p.amount_cents < 0 and e.kind not in ('invoice', 'adjustment'));

-- Stays true if the payment is returned later. A cancellation then reverses the commission.
create function note_received_payment() returns trigger language plpgsql as $$
begin
  new.has_received_payment := new.has_received_payment or new.received_cents > 0;
  return new;
end
$$;
create trigger policy_balances_received before insert or update on policy_balances
  for each row execute function note_received_payment();

alter table commission_adjustments add column carried_from_statement_id uuid unique references commission_statements;
create trigger commission_adjustments_carried before update or delete on commission_adjustments
  for each row when (old.carried_from_statement_id is not null) execute function forbid_change();

alter table commission_statements
  drop constraint commission_statements_state_check,
  add column paid_on date,
  add column paid_reference text,
  -- Reason for which the bank returned the last payout.
  add column payout_note text;

alter table commission_statements disable trigger commission_statements_closed;
update commission_statements set paid_on = coalesce(paid_at, closed_at, created_at)::date, paid_reference = '' where state = 'paid';

-- Carries each closed negative statement forward to the agency's first month that is not closed.
do $$
declare
  negative record;
  next_month date;
begin
  for negative in
    select statement_id, agency_id, month, total_cents from commission_statements
    where state = 'closed' and total_cents < 0 order by agency_id, month
  loop
    select candidate::date into next_month
      from generate_series(negative.month + interval '1 month', negative.month + interval '50 years', interval '1 month') candidate
      where not exists (select from commission_statements s
        where s.agency_id = negative.agency_id and s.month = candidate::date and s.state <> 'open')
      order by candidate limit 1;
    insert into commission_statements (agency_id, month) values (negative.agency_id, next_month) on conflict do nothing;
    insert into commission_adjustments (statement_id, description, adjustment_cents, carried_from_statement_id)
      select statement_id, 'Balance carried forward from ' || to_char(negative.month, 'MM/YYYY'), negative.total_cents, negative.statement_id
      from commission_statements where agency_id = negative.agency_id and month = next_month;
    update commission_statements set state = 'carried' where statement_id = negative.statement_id;
  end loop;
end
$$;
alter table commission_statements enable trigger commission_statements_closed;

alter table commission_statements
  drop column paid_at,
  add constraint commission_statements_state_check check (state in ('open', 'closed', 'paid', 'carried')),
  add constraint commission_statements_paid check ((state = 'paid') = (paid_on is not null) and (state = 'paid') = (paid_reference is not null)),
  add constraint commission_statements_carried check (case state when 'carried' then total_cents < 0 when 'closed' then total_cents >= 0 else true end);

-- A closed statement can only become paid, and closed again when the bank returns the payout.
create or replace function closed_statement_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (old.state, new.state) not in (('closed', 'paid'), ('paid', 'closed'))
    or (new.state = 'paid' and new.paid_on is null)
    or (new.agency_id, new.month, new.total_cents, new.closed_at, new.created_at)
      is distinct from (old.agency_id, old.month, old.total_cents, old.closed_at, old.created_at)
  then
    raise exception 'The commission statement is closed' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create function open_statement_closes() returns trigger language plpgsql as $$
begin
  if new.state = 'paid' then
    raise exception 'A commission statement is closed before it is paid' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger commission_statements_open before update on commission_statements
  for each row when (old.state = 'open') execute function open_statement_closes();
