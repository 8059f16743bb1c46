-- Filters approval requests by the changed object.
create index approvals_by_entity on approvals (entity_id, requested_at, approval_id);
