-- An import, and the check of its file, look up the property of each row before binding it.
create index policies_by_insured_property on policies (lower(address_line), inception_date, product_id) where cancelled_at is null;
