-- What happened, told once in the transaction that did it (ADR 29). A place in the order is given when it is certain which came before:
-- by one process at a time, after the commit (outbox/number-events.ts).
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
