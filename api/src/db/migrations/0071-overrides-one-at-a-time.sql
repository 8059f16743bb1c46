-- An agency above has one override at a time on a product's premium of an agency: which one counts is never a question.
alter table commission_overrides
  alter column parent_agency_id set not null,
  alter column created_by set default '',
  add check (parent_agency_id <> agency_id),
  add constraint commission_overrides_one_at_a_time exclude using gist (agency_id with =, parent_agency_id with =,
    (coalesce(product_id, 0)) with =, daterange(effective_from, effective_to, '[]') with &&);
