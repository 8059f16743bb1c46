-- Indexes for the parameter changedAfter, which returns records that changed after a time.
create index policies_by_change on policies (updated_at);
create index payments_by_change on payments (updated_at);
create index claims_by_change on claims (updated_at);
