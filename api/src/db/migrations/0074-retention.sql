-- What nobody reads any more is taken away every night (docs/settings.md, "What is kept for how long"). A delivery goes with its event,
-- and each of these tables is looked through by the moment that it is kept until.
alter table webhook_deliveries drop constraint webhook_deliveries_event_no_fkey;
alter table webhook_deliveries add constraint webhook_deliveries_event_no_fkey
  foreign key (event_no) references events on delete cascade;
-- A session that goes takes the hand-offs that were made in it along.
create index link_tokens_by_session on link_tokens (made_in_session) where made_in_session is not null;
create index signing_codes_by_expiry on signing_codes (expires_at);
create index resources_by_expiry on resources (expires_at);
create index stripe_events_by_processed_at on stripe_events (processed_at) where processed_at is not null;
