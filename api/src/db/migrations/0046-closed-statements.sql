-- A closed statement never changes (COM-3), except that it is paid. Its lines and adjustments are already protected;
-- this also protects its agency, month, total and closing date.
create function closed_statement_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (old.state = 'closed' and new.state = 'paid' and new.paid_at is not null) is not true
    or (new.agency_id, new.month, new.total_cents, new.closed_at) is distinct from (old.agency_id, old.month, old.total_cents, old.closed_at)
  then
    raise exception 'The commission statement is closed' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger commission_statements_closed before update or delete on commission_statements
  for each row when (old.state <> 'open') execute function closed_statement_stays();

create index commission_statements_by_month on commission_statements (month, agency_id);
