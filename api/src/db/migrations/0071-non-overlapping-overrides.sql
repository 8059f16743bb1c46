-- A parent agency has at most one override at a time for a product and an agency, so that there is only one applicable
-- rate (COM-8).
alter table commission_overrides
  alter column parent_agency_id set not null,
  alter column created_by set default '',
  add check (parent_agency_id <> agency_id),
  add constraint commission_overrides_one_at_a_time exclude using gist (agency_id with =, parent_agency_id with =,
    (coalesce(product_id, 0)) with =, daterange(effective_from, effective_to, '[]') with &&);
