-- changedAfter: whoever keeps a copy asks for what changed since.
create index policies_by_change on policies (updated_at);
create index payments_by_change on payments (updated_at);
create index claims_by_change on claims (updated_at);
