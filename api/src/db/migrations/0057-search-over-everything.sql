-- The back office's search looks at agencies, people, payments and checks by parts of their names: each has its index (desk/searchEverything.route.ts).
create index agencies_by_words on agencies using gin (lower(agency_no || ' ' || company || ' ' || coalesce(email, '')) gin_trgm_ops);
create index accounts_by_words on accounts using gin (lower(first_name || ' ' || last_name || ' ' || email::text) gin_trgm_ops);
-- A check's number is looked for without the zeros that banks put before it.
create index payments_by_check on payments (ltrim(check_no, '0')) where check_no is not null;
create index lockbox_items_by_check on lockbox_items (ltrim(check_no, '0')) where check_no is not null;
create index lockbox_items_by_words on lockbox_items
  using gin (lower(coalesce(remitter_name, '') || ' ' || coalesce(reference, '')) gin_trgm_ops);
