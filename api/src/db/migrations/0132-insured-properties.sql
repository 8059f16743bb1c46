-- An import looks up each property of a file before it binds a row, and so does the check of the file.
create index policies_by_insured_property on policies (lower(address_line), inception_date, product_id) where cancelled_at is null;
