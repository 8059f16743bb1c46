-- Domain events, published in the transaction that causes them. After the commit, one process at a time assigns the
-- position, when the order is final (ADR 29, outbox/number-events.ts).
create table events (
  event_no bigint generated always as identity primary key,
  event_id uuid not null unique default gen_random_uuid(),
  type text not null check (type ~ '^[a-z]+\.[a-z_]+$'),
  occurred_at timestamptz not null,
  agency_id uuid references agencies,
  policy_id uuid references policies,
  data jsonb not null,
  position bigint unique
);
create index events_without_place on events (event_no) where position is null;
create index events_of_agency on events (agency_id, position);
create index events_of_policy on events (policy_id) where policy_id is not null;
