-- Webhook endpoints, and the deliveries of events to them (ADR 30). The secret is encrypted, not hashed, because it
-- signs deliveries.
create table webhook_endpoints (
  endpoint_id uuid primary key default gen_random_uuid(),
  name text not null check (name <> '' and length(name) <= 100),
  url text not null check (url ~ '^https?://' and length(url) <= 2000),
  -- Agency whose events are delivered, including its sub-agencies. Null for all agencies.
  agency_id uuid references agencies,
  -- Event types. Empty for all types, including future ones.
  types text[] not null,
  secret_sealed text not null,
  -- Previous secret, which also signs deliveries until old_secret_until.
  old_secret_sealed text,
  old_secret_until timestamptz,
  made_at timestamptz not null,
  made_by uuid not null references accounts,
  -- When deliveries began to fail. Null if the last delivery succeeded.
  failing_since timestamptz,
  disabled_at timestamptz,
  check ((old_secret_sealed is null) = (old_secret_until is null))
);
create index webhook_endpoints_by_made_at on webhook_endpoints (made_at, endpoint_id);
create index webhook_endpoints_in_use on webhook_endpoints (endpoint_id) where disabled_at is null;

create table webhook_deliveries (
  delivery_id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  event_no bigint not null references events,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  last_attempt_at timestamptz,
  last_status integer,
  -- Error message of the last attempt.
  last_problem text,
  created_at timestamptz not null,
  delivered_at timestamptz,
  unique (endpoint_id, event_no)
);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at, delivery_id);
create index webhook_deliveries_by_created_at on webhook_deliveries (created_at, delivery_id);
create index webhook_deliveries_by_state on webhook_deliveries (state, created_at, delivery_id);
create index webhook_deliveries_of_event on webhook_deliveries (event_no);
