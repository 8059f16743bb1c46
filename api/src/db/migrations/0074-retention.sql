-- A daily job deletes expired data (docs/settings.md, Data retention). Deliveries are deleted with their event. Each of
-- these tables has an index on the time until which its rows are kept.
alter table webhook_deliveries drop constraint webhook_deliveries_event_no_fkey;
alter table webhook_deliveries add constraint webhook_deliveries_event_no_fkey
  foreign key (event_no) references events on delete cascade;
-- Deleting a session also deletes the hand-offs that it created.
create index link_tokens_by_session on link_tokens (made_in_session) where made_in_session is not null;
create index signing_codes_by_expiry on signing_codes (expires_at);
create index resources_by_expiry on resources (expires_at);
create index stripe_events_by_processed_at on stripe_events (processed_at) where processed_at is not null;
