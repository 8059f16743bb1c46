-- Deliveries are filtered by the type of their event. Without this column, a page of them would read the whole log.
alter table webhook_deliveries add column type text;
update webhook_deliveries d set type = e.type from events e where e.event_no = d.event_no;
alter table webhook_deliveries alter column type set not null;
create index webhook_deliveries_by_type on webhook_deliveries (type, created_at, delivery_id);
