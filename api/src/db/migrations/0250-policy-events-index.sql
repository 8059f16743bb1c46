-- The latest events of an agency's policies (UI-15).
create index events_of_agency_policies on events (agency_id, occurred_at, event_no) where policy_id is not null;
