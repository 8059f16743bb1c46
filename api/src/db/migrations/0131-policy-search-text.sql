-- The search box combines words of name, address, numbers, phone and payer, so one indexed text contains all of them
-- (API-12).
alter table policies add column payer_names text not null default '';
alter table policies disable trigger policies_touch;
update policies p set payer_names = y.names
from (select policy_id, left(string_agg(distinct payee_name, ' '), 500) as names from payments where payee_name <> '' group by policy_id) y
where y.policy_id = p.policy_id;
alter table policies enable trigger policies_touch;

create function add_payer_name() returns trigger language plpgsql as $$
begin
  update policies set payer_names = left(ltrim(payer_names || ' ' || new.payee_name), 500)
  where policy_id = new.policy_id and strpos(payer_names, new.payee_name) = 0;
  return null;
end $$;
create trigger payments_add_payer_name after insert or update of payee_name, policy_id on payments
  for each row when (new.payee_name <> '') execute function add_payer_name();

create index policies_by_search_text on policies using gin (lower(
  ' ' || policy_no || ' ' || coalesce(quote_number, '') || ' ' || insured_name || ' ' || address_line || ' ' || coalesce(phone, '') || ' '
  || replace(coalesce(phone, ''), '-', '') || ' ' || payer_names) gin_trgm_ops);
