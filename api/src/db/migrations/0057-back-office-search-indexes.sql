-- Indexes for the back office's search for parts of names of agencies, people, payments and checks
-- (work-queue/searchEverything.route.ts).
create index agencies_by_words on agencies using gin (lower(agency_no || ' ' || company || ' ' || coalesce(email, '')) gin_trgm_ops);
create index accounts_by_words on accounts using gin (lower(first_name || ' ' || last_name || ' ' || email::text) gin_trgm_ops);
-- A check number is searched without the leading zeros that banks add.
create index payments_by_check on payments (ltrim(check_no, '0')) where check_no is not null;
create index lockbox_items_by_check on lockbox_items (ltrim(check_no, '0')) where check_no is not null;
create index lockbox_items_by_words on lockbox_items
  using gin (lower(coalesce(remitter_name, '') || ' ' || coalesce(reference, '')) gin_trgm_ops);
