-- The back office lists the audit log by each of its columns, newest first.
create index audit_log_in_order on audit_log (occurred_at, audit_id);
create index audit_log_by_action on audit_log (action, occurred_at);
create index audit_log_by_actor_kind on audit_log (actor_kind, occurred_at);
create index audit_log_by_subject on audit_log (entity_id, occurred_at);
create index audit_log_by_request on audit_log (request_id) where request_id is not null;
create index audit_log_by_actor_name on audit_log using gin (lower(actor_name) gin_trgm_ops);
create index audit_log_by_words on audit_log
  using gin (lower(action || ' ' || actor_name || ' ' || entity || ' ' || entity_id) gin_trgm_ops);
drop index audit_log_by_time;
