-- Time at which a request with this key first committed changes (SYS-3).
alter table idempotency_keys add column committed_at timestamptz;
-- No code has ever used this column.
alter table idempotency_keys drop column response_headers;
