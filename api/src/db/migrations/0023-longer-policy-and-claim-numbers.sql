-- lpad() truncates a longer text. The claim after 9999 and the policy after 999999 would get the number of an earlier
-- one.
create function number_text(n bigint, least_digits integer) returns text language sql immutable
  return lpad(n::text, greatest(least_digits, length(n::text)), '0');

-- Policy numbers have six digits (POL-1), and more after a product's first million policies.
alter table policies drop constraint policies_policy_no_check,
  add constraint policies_policy_no_check check (policy_no ~ '^[A-Z]{3}3[0-9]{6,9}$');

-- Only source of claim numbers, for the demo book as well.
create function next_claim_number(notice_date date) returns text language sql volatile
  return 'CLM-' || to_char(notice_date, 'YYYY') || '-' || number_text(nextval('claim_number_seq'), 4);

-- The sequence continues after the highest number that was assigned without it.
select setval('claim_number_seq', greatest(max(substring(claim_number from '[0-9]+$')::bigint), (select last_value from claim_number_seq)))
  from claims where claim_number ~ '^CLM-[0-9]{4}-[0-9]{4,10}$' having count(*) > 0;
